import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Send = (stream: string, line: object) => Promise<void>

/** A key that sends what happened, made by whoever is signed in here; each line is accepted. */
export async function sender(page: Page, streams: string[], source = 'tour'): Promise<Send> {
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('marquee:session')!) as { jwt: string }).jwt)
  const post = async (path: string, data: object, secret: string) => {
    const answer = await page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${secret}` }, data })
    return ((await answer.json()) as { data: { secret: string; accepted: number } }).data
  }
  const { secret } = await post('/feed-keys', { name: `tour ${crypto.randomUUID()}`, source, streams }, token)
  return async (stream, line) =>
    expect(await post(`/feed/${stream}`, [{ id: crypto.randomUUID(), ...line }], secret)).toMatchObject({ accepted: 1 })
}
