import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxTable } from '#server/integrations/mail/tables.ts'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Letter } from '#server/integrations/mail/port.ts'
import { smtpMail } from '#server/integrations/mail/smtp.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import { testCertificate } from '#server/test/certificate.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { smtpPeer } from '#server/test/smtp-peer.ts'
import { sendMails } from './jobs.ts'
import { claimMail } from './sending.ts'
import { deadMails, mailQueue, queueMail, retryMail } from './store.ts'
import { mails } from './tables.ts'

const MINUTE = 60_000
let server: TestServer
beforeAll(async () => {
  server = await testServer()
  server.app.letters['greeting'] = async (_app, { text }: { text: string }) =>
    text ? { to: 'ada@marquee.example', subject: 'Hello', text, html: '' } : undefined
  server.app.letters['broken'] = async () => {
    throw new Error('cannot be written: https://marquee.example/top-secret')
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.runJobs()
  await server.db.delete(mails)
  server.clock.set(TEST_NOW)
})

const queue = (text = 'Good morning', kind = 'greeting') =>
  server.db.transaction((tx) =>
    queueMail(tx, server.app.jobs, { kind, recipient: 'ada@marquee.example', params: { text } }, server.clock.now()),
  )
const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * MINUTE).toISOString())
const all = () => server.db.select().from(mails).orderBy(mails.id)
const only = async () => (await all())[0]!

/** A server whose mail does what the test says, and what it was given. */
function sender(send: (nth: number, letter: Letter) => Promise<void> | void = () => {}) {
  const sent: { text: string; id: string }[] = []
  const app: App = {
    ...server.app,
    mail: {
      kind: 'smtp',
      send: async (letter, id) => {
        sent.push({ text: letter.text, id })
        await send(sent.length, letter)
      },
      test: async () => '',
    },
  }
  return { sent, run: () => sendMails.run(app, {}) }
}
const passing = () => {
  throw new IntegrationError('The mail server is not answering', { isPassing: true })
}

describe('a letter', () => {
  test('is sent once, soon after the transaction that wants it', async () => {
    const { sent, run } = sender()
    await queue()
    expect(await mailQueue(server.db)).toEqual({ waiting: 1, dead: 0 })
    await run()
    await run()
    expect(sent).toEqual([{ text: 'Good morning', id: (await only()).messageId }])
    expect(await only()).toMatchObject({ state: 'sent', attempts: 1, sentAt: new Date(TEST_NOW), reason: null })
    expect(await mailQueue(server.db)).toEqual({ waiting: 0, dead: 0 })
  })

  test('is asked for with its job, and not at all if the transaction fails', async () => {
    const before = await server.db.$count(outboxTable)
    await server.db
      .transaction(async (tx) => {
        const mail = { kind: 'greeting', recipient: 'ada@marquee.example', params: { text: 'No' } }
        await queueMail(tx, server.app.jobs, mail, server.clock.now())
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await queue('Yes')
    await server.runJobs()
    const kept = await server.db.select().from(outboxTable).orderBy(outboxTable.id)
    expect(kept.slice(before).map(({ body }) => body)).toEqual(['Yes'])
  })

  test('waits while the server does not know where links lead', async () => {
    await queue()
    await sendMails.run({ ...server.app, origin: '' }, {})
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 0 })
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
    expect(await only()).toMatchObject({ state: 'waiting', reason: 'This server does not know such letters' })
  })

  test('that we fail to write is tried again, and what went wrong says nothing of it', async () => {
    await queue('', 'broken')
    await sender().run()
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 1, reason: 'Something went wrong on our side' })
  })

  test('does not wait for one that fails', async () => {
    const { sent, run } = sender((_, { text }) => (text === 'first' ? passing() : undefined))
    await queue('first')
    await queue('second')
    await run()
    expect(sent.map(({ text }) => text)).toEqual(['first', 'second'])
    expect((await all()).map(({ state }) => state)).toEqual(['waiting', 'sent'])
  })

  test('that was sent is forgotten after thirty whole days, one that was not stays', async () => {
    const { run } = sender((nth) => (nth === 1 ? undefined : passing()))
    await queue('sent')
    await queue('waiting')
    await run()
    later(30 * 24 * 60)
    await maintenance.run(server.app, {})
    expect(await all()).toHaveLength(2)
    later(14 * 60)
    await maintenance.run(server.app, {})
    expect((await all()).map(({ state }) => state)).toEqual(['waiting'])
  })
})

describe('a letter that fails', () => {
  test('for a while is tried again with growing pauses, always as the same letter, and then given up', async () => {
    const { sent, run } = sender(passing)
    await queue()
    await run()
    for (const pause of [1, 5, 15, 60, 240, 720]) {
      const tries = sent.length
      later(pause - 1)
      await run()
      expect(sent).toHaveLength(tries)
      expect(await only()).toMatchObject({ state: 'waiting', attempts: tries })
      later(1)
      await run()
      expect(sent).toHaveLength(tries + 1)
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(await only()).toMatchObject({ state: 'dead', attempts: 7, reason: 'The mail server is not answering' })
    later(24 * 60)
    await run()
    expect(sent).toHaveLength(7)
  })

  test('for good is given up at once, with the reason', async () => {
    const reason = 'The mail server does not accept mail to ada@marquee.example (550)'
    const { sent, run } = sender(() => {
      throw new IntegrationError(reason)
    })
    await queue()
    await run()
    later(24 * 60)
    await run()
    expect(sent).toHaveLength(1)
    const { id } = await only()
    expect(await deadMails(server.db, { page: 1, perPage: 20 })).toEqual({
      letters: [{ id, at: TEST_NOW, kind: 'greeting', recipient: 'ada@marquee.example', attempts: 1, reason }],
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
    const retry = () => server.db.transaction((tx) => retryMail(tx, server.app.jobs, id, server.clock.now()))
    expect(await retry()).toEqual({ kind: 'greeting', recipient: 'ada@marquee.example' })
    expect(await retry()).toBeUndefined()
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 0 })
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
    const run = () => sendMails.run({ ...server.app, mail }, {})
    await queue()
    await run()
    expect((await only()).reason).toBe('The mail server asks us to try later (451 4.7.1)')
    for (const pause of [1, 5, 15]) {
      later(pause)
      await run()
    }
    expect(outside.calls).toBe(3)
    const { messageId, state } = await only()
    expect(state).toBe('sent')
    expect(outside.letters.map((letter) => letter.messageId)).toEqual([`<${messageId}@chain.example>`])
    await outside.close()
  })
})

describe('several servers', () => {
  test('one is sending a letter: another leaves it alone', async () => {
    const reached = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const one = sender(() => (reached.resolve(), mayGoOn.promise))
    const other = sender()
    await queue()
    const running = one.run()
    await reached.promise
    await other.run()
    mayGoOn.resolve()
    await running
    expect([one.sent.length, other.sent.length]).toEqual([1, 0])
  })

  test('each letter is sent by one of them', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `letter ${n}`)
    for (const text of texts) await queue(text)
    const both = [sender(), sender()]
    await Promise.all(both.map(({ run }) => run()))
    expect(both.flatMap(({ sent }) => sent.map(({ text }) => text)).toSorted()).toEqual(texts.toSorted())
  })

  test('that ask at the same moment are given a letter each', async () => {
    const now = server.clock.now()
    const letters = Array.from({ length: 10 }, (_, n) => `letter ${n}`)
    for (let round = 1; round <= 5; round++) {
      await server.db.delete(mails)
      for (const text of letters) await queue(text)
      const claimed = await Promise.all(letters.map(() => claimMail(server.db, now, new Date(now.getTime() + MINUTE))))
      expect(new Set(claimed.map((mail) => mail?.id))).toEqual(new Set((await all()).map(({ id }) => id)))
    }
  })

  test('what one left when it died, another takes up, as the same letter', async () => {
    await queue()
    const now = server.clock.now()
    const taken = await claimMail(server.db, now, new Date(now.getTime() + 5 * MINUTE))
    const { sent, run } = sender()
    later(4)
    await run()
    expect(sent).toEqual([])
    later(1)
    await run()
    expect(sent).toEqual([{ text: 'Good morning', id: taken!.messageId }])
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('one that was thought dead does not undo what another did since', async () => {
    const isTaken = Promise.withResolvers<void>()
    const hasFailed = Promise.withResolvers<void>()
    const slow = sender(() => (isTaken.resolve(), hasFailed.promise))
    await queue()
    const running = slow.run()
    await isTaken.promise
    later(5)
    await sender().run()
    hasFailed.reject(new IntegrationError('The mail server broke off in the middle', { isPassing: true }))
    await running
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2, reason: null })
  })
})

test('a run ends, however many letters wait', async () => {
  await server.db.insert(mails).values(
    Array.from({ length: 60 }, () => ({
      at: server.clock.now(),
      kind: 'greeting',
      recipient: 'ada@marquee.example',
      params: { text: 'Hello' },
      nextTryAt: server.clock.now(),
    })),
  )
  const { sent, run } = sender()
  await run()
  expect(sent).toHaveLength(50)
  await run()
  expect(sent).toHaveLength(60)
  expect(await server.db.$count(mails, eq(mails.state, 'sent'))).toBe(60)
})
