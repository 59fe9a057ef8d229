import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzipped } from './test/unzip.ts'
import { zipped } from './zip.ts'

async function* parts(...all: (string | Buffer)[]) {
  yield* all
}
const long = Array.from({ length: 40_000 }, (_, n) => `line ${n} of a long file, ₦${n * 7}\n`)
const AT = new Date('2026-11-21T09:00:01.000Z')

test('unpacks to the same files', async () => {
  const archive = await buffer(
    zipped(
      [
        { name: 'data.json', content: parts('{"name":', '"Àdùkẹ́"}') },
        { name: 'empty.csv', content: parts() },
        { name: 'Ọba/long.txt', content: parts(...long) },
      ],
      AT,
    ),
  )
  expect(unzipped(archive)).toEqual(
    new Map([
      ['data.json', '{"name":"Àdùkẹ́"}'],
      ['empty.csv', ''],
      ['Ọba/long.txt', long.join('')],
    ]),
  )
  expect(archive.length).toBeLessThan(long.join('').length / 4)
})

test('breaks the archive off if a file cannot be read', async () => {
  async function* broken() {
    yield 'a beginning'
    throw new Error('the database went away')
  }
  await expect(buffer(zipped([{ name: 'a', content: broken() }], AT))).rejects.toThrow('the database went away')
})

test('stops reading the files when the reader stops', async () => {
  let isOver = false
  async function* endless() {
    try {
      for (;;) yield Buffer.from(String(Math.random()).repeat(1000))
    } finally {
      isOver = true
    }
  }
  const archive = zipped([{ name: 'a', content: endless() }], AT)
  for await (const _ of archive) break
  await expect.poll(() => isOver).toBe(true)
})
