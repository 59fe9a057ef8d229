import type { FileHandle } from 'node:fs/promises'

/** File in an archive. Its body has exactly `bytes` bytes, and is read once, before the next entry. */
export type Entry = { name: string; bytes: number; body: AsyncIterable<Buffer> }

const BLOCK = 512
const READ_BYTES = 1024 * 1024
/** Longest name in a plain header; a longer name has its own header (POSIX pax). */
const LONGEST_NAME = 100
const padding = (bytes: number) => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

export const entryOf = (name: string, content: string | Buffer): Entry => {
  const body = Buffer.from(content as string)
  return { name, bytes: body.length, body: once(body) }
}
async function* once(body: Buffer) {
  yield body
}

export async function bytesOf({ body }: Entry): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

/** Returns the bytes of a tar archive (POSIX ustar), readable by tar, bsdtar and 7-Zip. */
export async function* tarOf(entries: AsyncIterable<Entry>, now: Date): AsyncGenerator<Buffer> {
  for await (const { name, bytes, body } of entries) {
    if (Buffer.byteLength(name) > LONGEST_NAME) {
      const record = paxRecord('path', name)
      yield Buffer.concat([headerOf('long-name', record.length, now, 'x'), record, padding(record.length)])
    }
    yield headerOf(name, bytes, now, '0')
    let written = 0
    for await (const chunk of body) {
      written += chunk.length
      yield chunk
    }
    if (written !== bytes)
      throw new Error(`${name} has ${written} bytes, not ${bytes}: the file changed while it was read`)
    yield padding(bytes)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headerOf(name: string, bytes: number, now: Date, type: '0' | 'x'): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  Buffer.from(name).copy(header, 0, 0, LONGEST_NAME)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(Math.floor(now.getTime() / 1000), 136, 12)
  header.write('        ', 148, 'latin1')
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  octal(sumOf(header), 148, 7)
  return header
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0)

/** The length includes its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (rest + String(length).length > length) length++
  return Buffer.from(`${length} ${key}=${value}\n`)
}

/** Error for a file that is not an archive of ours, or is incomplete. */
export class BrokenArchive extends Error {}
const broken = (where: string) => new BrokenArchive(`The archive is damaged: ${where}`)
const truncated = () => new BrokenArchive('The archive is incomplete: its last part is missing')

/**
 * Returns the entries of a tar archive. An unread body is skipped.
 * @throws BrokenArchive
 */
export async function* entriesIn(file: FileHandle): AsyncGenerator<Entry> {
  const { size } = await file.stat()
  let longName: string | undefined
  for (let at = 0; ;) {
    // An archive ends with two empty blocks.
    if (at + 2 * BLOCK > size) throw truncated()
    const header = await partOf(file, at, BLOCK)
    if (header.every((byte) => byte === 0)) return
    const number = (from: number, length: number) =>
      parseInt(header.toString('latin1', from, from + length).replace(/[\0 ].*$/s, ''), 8)
    const sum = number(148, 8)
    header.fill(' ', 148, 156)
    const bytes = number(124, 12)
    if (sumOf(header) !== sum || !Number.isSafeInteger(bytes))
      throw broken(`there is no file's beginning at byte ${at}`)
    const start = at + BLOCK
    at = start + bytes + padding(bytes).length
    if (at > size) throw truncated()
    if (header.toString('latin1', 156, 157) === 'x') {
      longName = /^\d+ path=([^\n]*)\n/.exec((await partOf(file, start, bytes)).toString())?.[1]
      continue
    }
    const name =
      longName ?? header.toString('utf8', 0, header.indexOf(0) < LONGEST_NAME ? header.indexOf(0) : LONGEST_NAME)
    longName = undefined
    yield { name, bytes, body: bodyAt(file, start, bytes) }
  }
}

async function* bodyAt(file: FileHandle, start: number, bytes: number) {
  for (let at = 0; at < bytes; at += READ_BYTES) yield await partOf(file, start + at, Math.min(READ_BYTES, bytes - at))
}

async function partOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length)
  for (let got = 0; got < length;) {
    const { bytesRead } = await file.read(part, got, length - got, position + got)
    if (bytesRead === 0) throw truncated()
    got += bytesRead
  }
  return part
}
