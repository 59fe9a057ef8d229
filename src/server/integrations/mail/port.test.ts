import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCertificate } from '#server/test/certificate.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { smtpAccount, smtpPeer, type SmtpPeer } from '#server/test/smtp-peer.ts'
import { embeddedMail } from './embedded.ts'
import type { Email, Mail } from './port.ts'
import { smtpMail } from './smtp.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Closed port. */
const CLOSED_PORT = 1

/** Implementation, the same without a server, and the last email received. */
type Kit = { mail: Mail; unreachable: Mail; arrived: () => Promise<Email>; close: () => Promise<void> }

async function embedded(): Promise<Kit> {
  const mail = embeddedMail(server.db, server.clock, server.app.env)
  return {
    mail,
    unreachable: { ...mail, send: (email, id) => mail.send({ ...email, to: 'ada@down.example' }, id) },
    arrived: async () => {
      const { rows } = await server.app.database.pool.query<Email>(
        `select recipient as "to", subject, body as text, html from outbox where state = 'sent' order by id desc limit 1`,
      )
      return rows[0]!
    },
    close: async () => {},
  }
}

const smtp = (security: 'starttls' | 'tls') => async (): Promise<Kit> => {
  const outside: SmtpPeer = await smtpPeer({ security, asksForPassword: true })
  const at = (port: number) =>
    smtpMail(
      { host: '127.0.0.1', port, security, ...smtpAccount, from: 'Marquee Cinemas <office@chain.example>' },
      { tls: { ca: testCertificate.cert } },
    )
  return {
    mail: at(outside.port),
    unreachable: at(CLOSED_PORT),
    arrived: async () => {
      const { envelope, subject = '', text = '', html = '' } = outside.emails.at(-1)!
      // Emails end with a line break in transit.
      return { to: envelope.to.join(), subject, text: text.trimEnd(), html: html.trimEnd() }
    },
    close: outside.close,
  }
}

/** Cases of the port, for every implementation. */
describe.each([
  ['embedded', embedded],
  ['SMTP with STARTTLS', smtp('starttls')],
  ['SMTP with TLS', smtp('tls')],
])('%s', (_, make) => {
  let kit: Kit
  beforeEach(async () => {
    kit = await make()
  })
  afterEach(() => kit.close())

  const email = (to = 'ada@marquee.example'): Email => ({
    to,
    subject: 'Ẹ káàárọ̀, Adé – a subject that is longer than a line of an email may be on its way to whoever reads it',
    text: 'Line one\nhttps://marquee.example/x?a=1&b=2\n.\n.. and ẹ̀kọ́',
    html: `<p>Line one ${'and a good many more words '.repeat(60)}</p>\n<p>.</p>\n<a href="https://x.example">ẹ̀kọ́</a>`,
  })

  test('delivers the text unchanged', async () => {
    await kit.mail.send(email(), 'email-1')
    expect(await kit.arrived()).toEqual(email())
  })

  test('rejects an unknown address for good, with the reason', async () => {
    await expect(kit.mail.send(email('who@bounce.example'), 'email-2')).rejects.toMatchObject({
      message: expect.stringContaining('who@bounce.example'),
      isPassing: false,
    })
  })

  test('reports a silent server as temporary', async () => {
    await expect(kit.unreachable.send(email(), 'email-3')).rejects.toMatchObject({
      message: 'The mail server is not answering',
      isPassing: true,
    })
  })

  test('tests the connection without sending an email', async () => {
    await kit.mail.send(email(), 'email-4')
    expect(await kit.mail.test()).toMatch(/^[A-Z].*\w$/)
    expect(await kit.arrived()).toEqual(email())
  })
})
