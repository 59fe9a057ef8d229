import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { customers } from '#features/customers/customers/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { RECORD_TYPES, type RecordType } from '../rules.ts'
import { newKey, sender, type Send } from './test/sender.ts'

const document = readFileSync('docs/feed.md', 'utf8')
/** Returns the code blocks with a language and a name, such as ```json visits. */
const examples = (language: string) =>
  [...document.matchAll(/^```(\w+) (\w+)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => ({ about: match[2]!, text: match[3]! }))

let server: TestServer
let send: Send
beforeAll(async () => {
  server = await testServer()
  send = sender(server, (await newKey(server)).secret)
  await server.db.execute(sql`insert into movies (id, name) values ('HO00004711', 'The one in the document')`)
})
afterAll(() => server.close())

const [answer, ...others] = examples('json')
const lists = others.filter(({ about }) => about !== 'changed')

test('has an example of each record type in the order of a first import', () => {
  expect(lists.map(({ about }) => about)).toEqual(RECORD_TYPES)
})

test.each(lists)('has a valid example of $about', async ({ about, text }) => {
  const { status, data } = await send(about as RecordType, text, { ndjson: false })
  const count = (JSON.parse(text) as unknown[]).length
  expect([status, data]).toEqual([
    200,
    { accepted: count, duplicate: 0, pending: 0, quarantined: 0, rejected: 0, lines: [] },
  ])
})

test('shows the real response to its NDJSON batch', async () => {
  const [batch] = examples('ndjson')
  const { data } = await send(batch!.about as RecordType, batch!.text)
  expect(data).toEqual(JSON.parse(answer!.text))
})

test('has the shape of the change feed in its example', () => {
  const { text } = others.find(({ about }) => about === 'changed')!
  expect(z.parse(customers.changes.reply, JSON.parse(text))).toEqual(JSON.parse(text))
})
