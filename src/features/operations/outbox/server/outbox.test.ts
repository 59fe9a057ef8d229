import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { outbox } from '../contract.ts'
import { storeEmail } from '#server/integrations/mail/outbox.ts'

let server: TestServer
const mail = composeEmail('ada@marquee.example', {
  chain: 'Marquee Cinemas',
  subject: 'Ẹ káàárọ̀',
  title: 'Good morning',
  greeting: 'Hello Ada,',
  paragraphs: ['It is morning.'],
  button: { label: 'Open', link: 'https://marquee.example/open' },
  smallPrint: 'That is all.',
})
beforeAll(async () => {
  server = await testServer()
  await server.app.mail.send(mail, 'email-1')
  const plain = { recipient: 'old@marquee.example', subject: 'Old', body: 'Without a page', state: 'sent' } as const
  await storeEmail(server.db, plain)
})
afterAll(() => server.close())
beforeEach(() => {
  server.app.env.demo = true
  server.app.env.host = '127.0.0.1'
  server.app.env.trustProxy = false
})

const NO_KEY = '00000000-0000-4000-8000-000000000000'
const list = () => server.call(outbox.list)
const page = (key: string) => server.call(outbox.html, { as: 'nobody', params: { key } })
const keys = async () => (await list()).body.data.emails.map(({ key }) => key ?? NO_KEY)

describe('the outbox', () => {
  test('lists its emails, newest first, and says which have a page', async () => {
    expect((await list()).body.data).toMatchObject({
      emails: [
        { to: 'old@marquee.example', text: 'Without a page', key: null },
        { to: mail.to, subject: mail.subject, text: mail.text, key: expect.any(String), state: 'sent' },
      ],
      totalCount: 2,
    })
  })

  // ASVS: 3.2.2
  test('shows a mail as its page, in which nothing runs and nothing is fetched', async () => {
    const answer = await page((await keys())[1]!)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(mail.html)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox allow-popups/),
    })
    expect(answer.headers['content-security-policy']).not.toMatch(/script|allow-same-origin/)
  })

  test('has no page of a mail that has none, or is not there', async () => {
    expect((await page(NO_KEY)).status).toBe(404)
    expect((await server.inject({ url: '/api/outbox/1/html' })).statusCode).toBe(422)
  })

  test('is for superadmins, because links to other accounts stand in it', async () => {
    for (const [as, status] of [['nobody', 401] as const, ['admin', 403] as const]) {
      const answer = await server.call(outbox.list, { as })
      expect(answer.status).toBe(status)
      expect(answer.text).not.toContain('Ada')
    }
  })

  // ASVS: 15.2.3
  test.each([
    ['without the demo', () => void (server.app.env.demo = false)],
    ['where others reach it', () => void (server.app.env.host = '0.0.0.0')],
    ['behind a proxy', () => void (server.app.env.trustProxy = ['loopback'])],
  ])('is not there %s', async (_, change) => {
    const id = (await keys())[1]!
    change()
    for (const answer of [await list(), await page(id)]) {
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('Ada')
    }
  })
})
