import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { embeddedMail } from './embedded.ts'
import type { Mail } from './port.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** The same cases hold for every implementation of the port. */
describe.each<[string, () => Mail]>([['embedded', () => embeddedMail(server.db, server.clock)]])('%s', (_, make) => {
  const letter = (to: string) => ({
    to,
    subject: 'Ẹ káàárọ̀',
    text: 'Line one\nhttps://marquee.example/x?a=1&b=2',
    html: '',
  })

  test('keeps the words as they are', async () => {
    await make().send(letter('ada@marquee.example'), '1')
    const kept = await server.app.database.pool.query(
      'select recipient, subject, body, state from outbox order by id desc limit 1',
    )
    expect(kept.rows[0]).toEqual({
      recipient: 'ada@marquee.example',
      subject: 'Ẹ káàárọ̀',
      body: 'Line one\nhttps://marquee.example/x?a=1&b=2',
      state: 'sent',
    })
  })

  test('an address that is not known is refused with the reason', async () => {
    await expect(make().send(letter('who@bounce.example'), '2')).rejects.toThrow('does not know who@bounce.example')
  })

  test('a server that does not answer is told', async () => {
    await expect(make().send(letter('ada@down.example'), '3')).rejects.toThrow('not answering')
  })
})
