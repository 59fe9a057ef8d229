import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { unavailable } from '#server/http/problem.ts'
import { derivedKey, sealingWith } from '#server/sealing.ts'
import { readSetting, settleSetting } from '#server/settings.ts'
import { messages } from '../rules.ts'

/** In the data folder. */
export const KEY_FILE = 'voucher.key'
const KEY_BYTES = 32
/** As of VOUCHER_KEY. */
const MIN_CHARACTERS = 32
/** Which key the vouchers of this database were made with: a fingerprint, from which no key follows. */
const SETTING = 'vouchers:key'

/**
 * How codes are kept. A database that is stolen has neither codes nor a way to try them: its hashes are keyed, and the key
 * is in the server's settings or, for one server, in a file of its data folder.
 */
export type VoucherKeys = {
  /** By which a code is found. */
  lookup: (code: string) => Buffer
  /** AES-256-GCM, bound to the code's place: a sealed code that is moved to another row does not open. */
  seal: (code: string, lookup: Buffer) => Buffer
  /** @throws Error when it was sealed with another key, or changed */
  open: (sealed: Buffer, lookup: Buffer) => string
  fingerprint: string
}

const made = new WeakMap<Env, VoucherKeys>()

/** The keys of this server; a key file is made where there is neither setting nor file. */
export function voucherKeys(env: Env): VoucherKeys {
  const known = made.get(env)
  if (known) return known
  const keys = keysOf(env.voucherKey ?? fileKey(env.dataDir))
  made.set(env, keys)
  return keys
}

function keysOf(material: string): VoucherKeys {
  const derived = (use: string) => derivedKey(material, 'marquee vouchers', use)
  const hashing = derived('lookup')
  const hash = (text: string) => createHmac('sha256', hashing).update(text).digest()
  return {
    ...sealingWith(derived('code')),
    lookup: (code) => hash(`code ${code}`),
    fingerprint: hash('fingerprint').toString('hex').slice(0, 32),
  }
}

/**
 * The file comes to be with all that is in it; of two processes that make it at once, one does, and both read it.
 * @throws 503 for a file that is no key: anyone could derive what it would seal with
 */
function fileKey(dataDir: string): string {
  const file = path.join(dataDir, KEY_FILE)
  const key = readKey(file) ?? makeKey(file)
  if (key.length < MIN_CHARACTERS) throw unavailable(messages.noKeyInFile, 60)
  return key
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function makeKey(file: string): string {
  const own = `${file}.${randomBytes(6).toString('hex')}`
  mkdirSync(path.dirname(file), { recursive: true })
  try {
    writeFileSync(own, randomBytes(KEY_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  return readFileSync(file, 'utf8')
}

/** Before codes are made: from the first on, all of a database are of one key. @throws 503 where this server has another */
export async function keysToMakeWith(tx: Db, env: Env): Promise<VoucherKeys> {
  const keys = voucherKeys(env)
  if ((await settleSetting(tx, SETTING, keys.fingerprint)) !== keys.fingerprint)
    throw unavailable(messages.otherKey, 60)
  return keys
}

/** Before codes are read or looked for. @throws 503 where this server has another key */
export async function keysToReadWith(db: Db, env: Env): Promise<VoucherKeys> {
  const keys = voucherKeys(env)
  const standing = await readSetting<string>(db, SETTING)
  if (standing !== undefined && standing !== keys.fingerprint) throw unavailable(messages.otherKey, 60)
  return keys
}
