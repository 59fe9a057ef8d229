import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.ts'

/**
 * A Bloom filter of the cores of passwords from breaches. It finds all of them, and takes about one other in ten
 * thousand for one (docs/adr/0013-common-passwords.md).
 */
export const FILE = inRoot('src/server/auth/common-passwords.bin')
/** Bits set for each core. */
const HASHES = 13

/** Rows that fingers follow, forwards and backwards. */
const WALKS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((walk) => [walk, [...walk].toReversed().join('')])
/** Shorter sequences occur in ordinary text too. */
const RUN = 4
/** Cores with fewer characters are not looked up. */
const CORE_LEAST = 4

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Removes case, accents and separators. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s._-]+/g, '')

/** Removes repeated characters and sequences of the keyboard, the alphabet or the digits. */
export function withoutRuns(text: string): string {
  let left = ''
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at)
    if (length === 0) left += text[at]
    at += length || 1
  }
  return left
}

function runAt(text: string, at: number): number {
  let same = 1
  while (text[at + same] === text[at]) same++
  if (same >= 3) return same
  let length = RUN
  while (at + length <= text.length && WALKS.some((walk) => walk.includes(text.slice(at, at + length)))) length++
  return length > RUN ? length - 1 : 0
}

/** Reduces repetitions to one: `passwordpasswordpass` to `password`. */
export function withoutRepeats(text: string): string {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return text.slice(0, period)
  return text
}

const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
const withoutLookalikes = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign]!)

/** Returns the core of a password: without common endings, repetitions and symbols for letters, as guessers start. */
export function coreOf(password: string): string {
  const entire = folded(password)
  const core = withoutRepeats(withoutLookalikes(withoutEnds(withoutRepeats(withoutRuns(entire)))))
  return core.length < CORE_LEAST ? withoutRepeats(entire) : core
}

/** Checks whether a password or its core is common. */
export function isCommon(password: string): boolean {
  const lettersOnly = withoutRepeats(folded(password).replace(/[^\p{L}]/gu, ''))
  return isListed(coreOf(password)) || (lettersOnly.length >= CORE_LEAST && isListed(lettersOnly))
}

let filter: Buffer | undefined
function isListed(core: string): boolean {
  filter ??= readFileSync(FILE)
  return bitsOf(core, filter.length * 8).every((bit) => filter![bit >> 3]! & (1 << (bit & 7)))
}

function bitsOf(core: string, bits: number): number[] {
  const hash = createHash('sha256').update(core).digest()
  const [first, step] = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 5)]
  return Array.from({ length: HASHES }, (_, n) => (first + n * step) % bits)
}

/** Makes a filter of cores with a false positive rate of 1 in 2^HASHES: 1.44 bits for each hash. */
export function filterOf(cores: ReadonlySet<string>): Buffer {
  const made = Buffer.alloc(Math.ceil((cores.size * HASHES * Math.LOG2E) / 8))
  for (const core of cores) for (const bit of bitsOf(core, made.length * 8)) made[bit >> 3]! |= 1 << (bit & 7)
  return made
}
