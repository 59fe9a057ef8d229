import { atLeast } from '#contract/password.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { invalid } from '../http/problem.ts'
import { folded, isCommon, withoutRepeats, withoutRuns } from './common-passwords.ts'
import { hashPassword } from './password.ts'
import { hasSecondFactor } from './factors.ts'

/** Whose password it is to be: what others know of them is no password. */
export type PasswordOwner = {
  email?: string | null
  firstName?: string | null
  lastName?: string | null
  /** E.164 */
  mobile?: string | null
}

export const passwordMessages = {
  common: 'Others use this password, or one that differs by its ending: choose another',
  predictable: 'This repeats itself or follows the keyboard, the alphabet or the digits: choose another',
  commonRest:
    'Without your name, email and phone number and the name of the chain, this is a password that others use: choose another',
  known: 'This is hardly more than your name, email, phone number or the name of the chain: choose another',
} as const

/** How long a new password of a member of staff is at least; of somebody new without an id. */
export const passwordMinOf = async (db: Db, { passwords }: Env, adminId?: number): Promise<number> =>
  adminId !== undefined && (await hasSecondFactor(db, adminId))
    ? Math.min(passwords.min, passwords.minWithFactor)
    : passwords.min

/**
 * What is wrong with a new password, in a sentence (NIST SP 800-63B-4, 3.1.1.2): its length, and what guessers try first.
 * Nothing is asked of the kinds of its characters.
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
 * The hash of a new password, not within a transaction, as it takes its time. @param min a customer's; otherwise it is staff's
 * @throws 422 of the field `password` when it is none to have
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

/** Shorter names stand in other words. */
const WORD_LEAST = 3
/** A number as it is said within a country. */
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

/** What is left of a password when these words are taken out of it, the longest first. */
function withoutTerms(password: string, terms: readonly string[]) {
  const longestFirst = [...new Set(terms.map(folded))].sort((one, other) => other.length - one.length)
  let left = password
  for (const word of longestFirst) if (word.length >= WORD_LEAST) left = left.replaceAll(word, '')
  return { isLess: left !== password, lettersOnly: left.replace(/[^\p{L}]/gu, '') }
}
