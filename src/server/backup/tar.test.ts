import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entriesIn, entryOf, tarOf, bytesOf } from './tar.ts'

const room = mkdtempSync(path.join(tmpdir(), 'marquee-tar-'))
afterAll(() => rm(room, { recursive: true }))

const LONG = `files/${'n'.repeat(121)}`
const contents: Record<string, string> = {
  'empty.txt': '',
  'short.txt': 'short',
  'a-block.txt': 'x'.repeat(512),
  [`exactly-100/${'e'.repeat(88)}`]: 'at the limit',
  [LONG]: 'long name',
  'ọjọ́.txt': 'name of more bytes than letters',
  'large.bin': 'large'.repeat(600_000),
}

async function written(): Promise<string> {
  const file = path.join(room, 'archive.tar')
  const entries = (async function* () {
    for (const [name, text] of Object.entries(contents)) yield entryOf(name, text)
  })()
  writeFileSync(file, Buffer.concat(await Array.fromAsync(tarOf(entries, new Date('2026-11-21T09:00:00Z')))))
  return file
}

test('reads what was written and skips unread bodies', async () => {
  const file = await open(await written())
  try {
    const found: Record<string, string> = {}
    for await (const entry of entriesIn(file))
      if (entry.name !== 'a-block.txt') found[entry.name] = (await bytesOf(entry)).toString()
    const { 'a-block.txt': _, ...others } = contents
    expect(found).toEqual(others)
  } finally {
    await file.close()
  }
})

test('writes archives that tar reads', async () => {
  const file = await written()
  const run = (...args: string[]) => execFileSync('tar', [...args, '-f', file], { encoding: 'utf8', maxBuffer: 1e8 })
  expect(run('-t', '--quoting-style=literal').trim().split('\n')).toEqual(Object.keys(contents))
  const [long] = Object.keys(contents).filter((name) => name === LONG)
  expect(execFileSync('tar', ['-xOf', file, long!], { encoding: 'utf8' })).toBe('long name')
})

test('rejects a body of another size than stated', async () => {
  const entries = (async function* () {
    yield { ...entryOf('a.txt', 'four'), bytes: 5 }
  })()
  await expect(Array.fromAsync(tarOf(entries, new Date()))).rejects.toThrow('the file changed while it was read')
})
