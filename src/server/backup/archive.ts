import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Applied } from '../db/migrate.ts'
import { BrokenArchive, entriesIn, entryOf, bytesOf, type Entry } from './tar.ts'

/** Contents of an archive, its first file. */
export type Manifest = {
  /** Format version, raised when older versions cannot read the archive. */
  format: number
  version: string
  createdAt: string
  kind: 'embedded' | 'postgres'
  /** Time zone of the days. */
  zone: string
  /** Applied files of `migrations/` that made the tables: the rows of the table `migrations`. */
  migrations: readonly Applied[]
  tables: readonly { name: string; columns: readonly string[] }[]
  sequences: readonly { name: string; last: string; isCalled: boolean }[]
}

export const FORMAT = 1

/** Names in an archive, in their order. The rows of a table are in one or more files. */
export const MANIFEST = 'manifest.json'
export const TABLES = 'tables/'
/** Row counts by table. */
export const ROWS = 'rows.json'
export const JOBS = 'jobs.zst'
export const FILES = 'files/'
/** List of the stored files, instead of the files themselves if another store has them. */
export const INVENTORY = 'files.json'
export const KEY = 'voucher.key'
const CHECKSUMS = 'checksums.json'

type Checksums = { sha256: Record<string, string> }

export const pressed = promisify(zstdCompress)
export const unpressed = promisify(zstdDecompress)

/** Adds a last file with the hash of each file: an archive without it is incomplete. */
export async function* withChecksums(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const sha256: Checksums['sha256'] = {}
  for await (const entry of entries) {
    const hash = createHash('sha256')
    yield { ...entry, body: hashing(entry.body, hash) }
    sha256[entry.name] = hash.digest('hex')
  }
  yield entryOf(CHECKSUMS, JSON.stringify({ sha256 } satisfies Checksums, null, 1))
}

async function* hashing(body: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

/**
 * Reads a complete archive and checks each file against its hash.
 * @throws BrokenArchive
 */
export async function manifestOfComplete(file: FileHandle): Promise<Manifest> {
  const found: Checksums['sha256'] = {}
  let manifest: Buffer | undefined
  let checksums: Checksums | undefined
  for await (const entry of entriesIn(file)) {
    if (checksums) throw new BrokenArchive(`The archive is damaged: ${entry.name} follows its end`)
    if (!manifest && entry.name !== MANIFEST) throw new BrokenArchive('This file is not a backup of Marquee')
    if (entry.name === CHECKSUMS) {
      checksums = parsed<Checksums>(entry.name, await bytesOf(entry))
      continue
    }
    const hash = createHash('sha256')
    const body: Buffer[] = []
    for await (const chunk of hashing(entry.body, hash)) if (!manifest) body.push(chunk)
    found[entry.name] = hash.digest('hex')
    manifest ??= Buffer.concat(body)
  }
  if (!manifest || !checksums) throw new BrokenArchive('The archive is incomplete: its last part is missing')
  for (const name of new Set([...Object.keys(checksums.sha256), ...Object.keys(found)]))
    if (checksums.sha256[name] !== found[name])
      throw new BrokenArchive(`The archive is damaged: ${name} differs from what was written`)
  return parsed<Manifest>(MANIFEST, manifest)
}

function parsed<T>(name: string, json: Buffer): T {
  try {
    return JSON.parse(json.toString()) as T
  } catch (error) {
    throw new BrokenArchive(`The archive is damaged: ${name} cannot be read`, { cause: error })
  }
}
