import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxTable } from '#server/integrations/mail/tables.ts'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { smtpMail } from '#server/integrations/mail/smtp.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import { testCertificate } from '#server/test/certificate.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { smtpPeer } from '#server/test/smtp-peer.ts'
import { claimDue } from '#server/jobs/due.ts'
import { DUE_EMAILS, sendEmails } from './jobs.ts'
import { failedEmails, emailQueue, queueEmail, retryEmail } from './store.ts'
import { emails } from './tables.ts'

const MINUTE = 60_000
let server: TestServer
beforeAll(async () => {
  server = await testServer()
  server.app.emails['greeting'] = async (_app, { text }: { text: string }) =>
    text ? { to: 'ada@marquee.example', subject: 'Hello', text, html: '' } : undefined
  server.app.emails['broken'] = async () => {
    throw new Error('cannot be written: https://marquee.example/top-secret')
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.runJobs()
  await server.db.delete(emails)
  server.clock.set(TEST_NOW)
})

const queue = (text = 'Good morning', kind = 'greeting') =>
  server.db.transaction((tx) =>
    queueEmail(tx, server.app.jobs, { kind, recipient: 'ada@marquee.example', params: { text } }, server.clock.now()),
  )
const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * MINUTE).toISOString())
const all = () => server.db.select().from(emails).orderBy(emails.id)
const only = async () => (await all())[0]!

/** A server whose mail does what the test says, and what it was given. */
function sender(send: (nth: number, email: Email) => Promise<void> | void = () => {}) {
  const sent: { text: string; id: string }[] = []
  const app: App = {
    ...server.app,
    mail: {
      kind: 'smtp',
      send: async (email, id) => {
        sent.push({ text: email.text, id })
        await send(sent.length, email)
      },
      test: async () => '',
    },
  }
  return { sent, run: () => sendEmails.run(app, {}) }
}
const passing = () => {
  throw new IntegrationError('The mail server is not answering', { isPassing: true })
}

describe('an email', () => {
  test('is sent once, soon after the transaction that wants it', async () => {
    const { sent, run } = sender()
    await queue()
    expect(await emailQueue(server.db)).toEqual({ pending: 1, failed: 0 })
    await run()
    await run()
    expect(sent).toEqual([{ text: 'Good morning', id: (await only()).messageId }])
    expect(await only()).toMatchObject({ state: 'sent', attempts: 1, sentAt: new Date(TEST_NOW), reason: null })
    expect(await emailQueue(server.db)).toEqual({ pending: 0, failed: 0 })
  })

  test('is asked for with its job, and not at all if the transaction fails', async () => {
    const before = await server.db.$count(outboxTable)
    await server.db
      .transaction(async (tx) => {
        const mail = { kind: 'greeting', recipient: 'ada@marquee.example', params: { text: 'No' } }
        await queueEmail(tx, server.app.jobs, mail, server.clock.now())
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await queue('Yes')
    await server.runJobs()
    const stored = await server.db.select().from(outboxTable).orderBy(outboxTable.id)
    expect(stored.slice(before).map(({ body }) => body)).toEqual(['Yes'])
  })

  test('waits while the server does not know where links lead', async () => {
    await queue()
    await sendEmails.run({ ...server.app, origin: '' }, {})
    expect(await only()).toMatchObject({ state: 'pending', attempts: 0 })
  })

  test('that is no longer wanted when it is written is dropped', async () => {
    const { sent, run } = sender()
    await queue('')
    await run()
    expect([sent, await all()]).toEqual([[], []])
  })

  test('of which this server does not know the kind waits for one that does', async () => {
    const { sent, run } = sender()
    await queue('', 'of-tomorrow')
    await run()
    expect(sent).toEqual([])
    expect(await only()).toMatchObject({ state: 'pending', reason: 'This server does not know this kind of email' })
  })

  test('that we fail to write is tried again, and what went wrong says nothing of it', async () => {
    await queue('', 'broken')
    await sender().run()
    expect(await only()).toMatchObject({ state: 'pending', attempts: 1, reason: 'Something went wrong on our side' })
  })

  test('does not wait for one that fails', async () => {
    const { sent, run } = sender((_, { text }) => (text === 'first' ? passing() : undefined))
    await queue('first')
    await queue('second')
    await run()
    expect(sent.map(({ text }) => text)).toEqual(['first', 'second'])
    expect((await all()).map(({ state }) => state)).toEqual(['pending', 'sent'])
  })

  test('that was sent is forgotten after thirty whole days, one that was not stays', async () => {
    const { run } = sender((nth) => (nth === 1 ? undefined : passing()))
    await queue('sent')
    await queue('pending')
    await run()
    later(30 * 24 * 60)
    await maintenance.run(server.app, {})
    expect(await all()).toHaveLength(2)
    later(14 * 60)
    await maintenance.run(server.app, {})
    expect((await all()).map(({ state }) => state)).toEqual(['pending'])
  })
})

describe('an email that fails', () => {
  test('for a while is tried again with growing pauses, always as the same email, and then given up', async () => {
    const { sent, run } = sender(passing)
    await queue()
    await run()
    for (const pause of [1, 5, 15, 60, 240, 720]) {
      const tries = sent.length
      later(pause - 1)
      await run()
      expect(sent).toHaveLength(tries)
      expect(await only()).toMatchObject({ state: 'pending', attempts: tries })
      later(1)
      await run()
      expect(sent).toHaveLength(tries + 1)
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(await only()).toMatchObject({ state: 'failed', attempts: 7, reason: 'The mail server is not answering' })
    later(24 * 60)
    await run()
    expect(sent).toHaveLength(7)
  })

  test('for good is given up at once, with the reason', async () => {
    const reason = 'The mail server rejected the email to ada@marquee.example (550)'
    const { sent, run } = sender(() => {
      throw new IntegrationError(reason)
    })
    await queue()
    await run()
    later(24 * 60)
    await run()
    expect(sent).toHaveLength(1)
    const { id } = await only()
    expect(await failedEmails(server.db, { page: 1, perPage: 20 })).toEqual({
      emails: [{ id, at: TEST_NOW, kind: 'greeting', recipient: 'ada@marquee.example', attempts: 1, reason }],
      totalCount: 1,
    })
  })

  test('and was given up can be sent again, with all its tries', async () => {
    let isMended = false
    const { sent, run } = sender(() => {
      if (!isMended) throw new IntegrationError('No')
    })
    await queue()
    await run()
    const { id } = await only()
    const retry = () => server.db.transaction((tx) => retryEmail(tx, server.app.jobs, id, server.clock.now()))
    expect(await retry()).toEqual({ kind: 'greeting', recipient: 'ada@marquee.example' })
    expect(await retry()).toBeUndefined()
    expect(await only()).toMatchObject({ state: 'pending', attempts: 0 })
    isMended = true
    await run()
    expect(sent).toHaveLength(2)
    expect(await only()).toMatchObject({ state: 'sent', reason: null })
    expect(await retry()).toBeUndefined()
  })

  test('as the server greylists is delivered once', async () => {
    const outside = await smtpPeer()
    const greylists = { at: 'to', answer: '451 4.7.1 Come back in five minutes' } as const
    outside.next = [greylists, greylists]
    const settings = {
      host: '127.0.0.1',
      port: outside.port,
      security: 'starttls',
      from: 'office@chain.example',
    } as const
    const mail = smtpMail({ ...settings, user: undefined, password: undefined }, { tls: { ca: testCertificate.cert } })
    const run = () => sendEmails.run({ ...server.app, mail }, {})
    await queue()
    await run()
    expect((await only()).reason).toBe('The mail server asked us to try again later (451 4.7.1)')
    for (const pause of [1, 5, 15]) {
      later(pause)
      await run()
    }
    expect(outside.calls).toBe(3)
    const { messageId, state } = await only()
    expect(state).toBe('sent')
    expect(outside.emails.map((email) => email.messageId)).toEqual([`<${messageId}@chain.example>`])
    await outside.close()
  })
})

describe('several servers', () => {
  test('one is sending an email: another leaves it alone', async () => {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const one = sender(() => (reached.resolve(), goOn.promise))
    const other = sender()
    await queue()
    const running = one.run()
    await reached.promise
    await other.run()
    goOn.resolve()
    await running
    expect([one.sent.length, other.sent.length]).toEqual([1, 0])
  })

  test('each email is sent by one of them', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `email ${n}`)
    for (const text of texts) await queue(text)
    const both = [sender(), sender()]
    await Promise.all(both.map(({ run }) => run()))
    expect(both.flatMap(({ sent }) => sent.map(({ text }) => text)).toSorted()).toEqual(texts.toSorted())
  })

  test('that ask at the same moment are given an email each', async () => {
    const now = server.clock.now()
    const texts = Array.from({ length: 10 }, (_, n) => `email ${n}`)
    for (let round = 1; round <= 5; round++) {
      await server.db.delete(emails)
      for (const text of texts) await queue(text)
      const claimed = await Promise.all(texts.map(() => claimDue(server.db, DUE_EMAILS, now)))
      expect(new Set(claimed.map((mail) => mail?.id))).toEqual(new Set((await all()).map(({ id }) => id)))
    }
  })

  test('what one left when it died, another takes up, as the same email', async () => {
    await queue()
    const now = server.clock.now()
    const claimed = await claimDue(server.db, DUE_EMAILS, now)
    const { sent, run } = sender()
    later(4)
    await run()
    expect(sent).toEqual([])
    later(1)
    await run()
    expect(sent).toEqual([{ text: 'Good morning', id: claimed!.messageId }])
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('one that was thought dead does not undo what another did since', async () => {
    const isClaimed = Promise.withResolvers<void>()
    const hasFailed = Promise.withResolvers<void>()
    const slow = sender(() => (isClaimed.resolve(), hasFailed.promise))
    await queue()
    const running = slow.run()
    await isClaimed.promise
    later(5)
    await sender().run()
    hasFailed.reject(new IntegrationError('The mail server closed the connection early', { isPassing: true }))
    await running
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2, reason: null })
  })
})

test('a run ends, however many letters wait', async () => {
  await server.db.insert(emails).values(
    Array.from({ length: 60 }, () => ({
      at: server.clock.now(),
      kind: 'greeting',
      recipient: 'ada@marquee.example',
      params: { text: 'Hello' },
      dueAt: server.clock.now(),
    })),
  )
  const { sent, run } = sender()
  await run()
  expect(sent).toHaveLength(50)
  await run()
  expect(sent).toHaveLength(60)
  expect(await server.db.$count(emails, eq(emails.state, 'sent'))).toBe(60)
})
