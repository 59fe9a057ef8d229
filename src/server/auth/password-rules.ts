import { atLeast } from '#contract/password.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { invalid } from '../http/problem.ts'
import { folded, isCommon, withoutRepeats, withoutRuns } from './common-passwords.ts'
import { hashPassword } from './password.ts'
import { hasSecondFactor } from './factors.ts'

/** The owner of a password. Facts that others know about them make it weak. */
export type PasswordOwner = {
  email?: string | null
  firstName?: string | null
  lastName?: string | null
  /** E.164 */
  mobile?: string | null
}

export const passwordMessages = {
  common: 'This password is too common. Choose another.',
  predictable: 'Avoid repeated characters and sequences such as “qwerty” or “12345”',
  commonRest:
    'Apart from your name, email, phone number or the chain’s name, this password is too common. Choose another.',
  known: 'Use more than your name, email, phone number or the chain’s name',
} as const

/** Returns the minimum length of a staff password. @param adminId undefined: a new account */
export const passwordMinOf = async (db: Db, { passwords }: Env, adminId?: number): Promise<number> =>
  adminId !== undefined && (await hasSecondFactor(db, adminId))
    ? Math.min(passwords.min, passwords.minWithFactor)
    : passwords.min

/**
 * Checks a new password (NIST SP 800-63B-4, 3.1.1.2): its length, and what guessers try first. There is no rule about
 * kinds of characters.
 * @returns the problem as a sentence
 */
export function passwordProblem(
  typed: string,
  { min, owner, chain }: { min: number; owner: PasswordOwner; chain: string },
): string | undefined {
  const password = typed.normalize('NFC')
  if ([...password].length < min) return atLeast(min)
  const left = withoutTerms(folded(password), [...personalTermsOf(owner), ...namesIn(chain), 'marquee'])
  if (left.isLess && left.lettersOnly.length < WORD_LEAST) return passwordMessages.known
  if (withoutRuns(withoutRepeats(folded(password))).length < min / 2) return passwordMessages.predictable
  if (isCommon(password)) return passwordMessages.common
  if (left.isLess && isCommon(left.lettersOnly)) return passwordMessages.commonRest
}

/**
 * Hashes a new password. Runs outside a transaction, because hashing is slow.
 * @param min for customers; default: the minimum of staff
 * @throws 422 of the field `password` if it is rejected
 */
export async function newPasswordHash(
  { db, env }: Pick<App, 'db' | 'env'>,
  password: string,
  owner: PasswordOwner & { id?: number },
  min?: number,
): Promise<string> {
  const least = min ?? (await passwordMinOf(db, env, owner.id))
  const problem = passwordProblem(password, { min: least, owner, chain: env.chainName })
  if (problem) throw invalid({ password: problem })
  return hashPassword(password)
}

/** Shorter names occur inside other words. */
const WORD_LEAST = 3
/** Digits of a number as it is dialled within its country. */
const LOCAL_DIGITS = 10

const namesIn = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]

function personalTermsOf({ email, firstName, lastName, mobile }: PasswordOwner): string[] {
  const [mailbox = '', domain = ''] = (email ?? '').split('@')
  return [
    ...namesIn(mailbox),
    ...namesIn(firstName ?? ''),
    ...namesIn(lastName ?? ''),
    domain,
    domain.split('.')[0]!,
    (mobile ?? '').replace(/\D/g, '').slice(-LOCAL_DIGITS),
  ]
}

/** Removes these terms from a password, the longest first. */
function withoutTerms(password: string, terms: readonly string[]) {
  const longestFirst = [...new Set(terms.map(folded))].sort((one, other) => other.length - one.length)
  let left = password
  for (const word of longestFirst) if (word.length >= WORD_LEAST) left = left.replaceAll(word, '')
  return { isLess: left !== password, lettersOnly: left.replace(/[^\p{L}]/gu, '') }
}
