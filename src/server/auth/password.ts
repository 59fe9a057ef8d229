import { argon2 as argon2Callback, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32

/** Normalises characters, because keyboards encode them differently. */
const asHashed = (password: string) => password.normalize('NFC')

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Hashes a password as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await argon2('argon2id', { message: asHashed(password), nonce, tagLength: TAG_LENGTH, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`
}

/** @param phc null for an account without a password: the check fails after the same time */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  if (phc === null) return isUnknownAccountsPassword(password)
  if (await fits(asHashed(password), phc)) return true
  // The hash may be from before passwords were normalised.
  return password !== asHashed(password) && fits(password, phc)
}

/** Checks whether a hash has other parameters than new ones. */
export const isOfOldCost = (phc: string, { memory, passes, parallelism } = COST): boolean =>
  !phc.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)

async function fits(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!match) return false
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const expected = Buffer.from(match[5]!, 'base64')
  const nonce = Buffer.from(match[4]!, 'base64')
  const hash = await argon2('argon2id', {
    message: password,
    nonce,
    tagLength: expected.length,
    memory,
    passes,
    parallelism,
  })
  return timingSafeEqual(hash, expected)
}

let decoy: Promise<string> | undefined
/** Takes as long as a real check, so that the time of an answer does not reveal whether an address exists. */
export async function isUnknownAccountsPassword(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  await isPassword(password, await decoy)
  return false
}
