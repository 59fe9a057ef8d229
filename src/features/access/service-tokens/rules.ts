/** Rules of service tokens. */
import { errors } from '#contract/errors.ts'

export const NAME_LENGTH = 80

/** How many days a token can last, to choose among. */
export const DAYS = [30, 90, 365] as const
export const DAYS_LABELS: Record<(typeof DAYS)[number], string> = { 30: '30 days', 90: '90 days', 365: '1 year' }

/** So long before its end the list says that a token ends soon. */
export const WARNED_DAYS = 14
const DAY_MS = 86_400_000

/** How a token stands: revoked, ended, without a role, about to end, or in use. */
export const stateOf = (
  token: { revoked_at: string | null; expires_at: string; role: string | null },
  now: number,
): { is: 'revoked' | 'ended' | 'no role' | 'ending' | 'in use'; daysLeft: number } => {
  const daysLeft = Math.ceil((Date.parse(token.expires_at) - now) / DAY_MS)
  if (token.revoked_at) return { is: 'revoked', daysLeft }
  if (daysLeft <= 0) return { is: 'ended', daysLeft }
  if (token.role === null) return { is: 'no role', daysLeft }
  return { is: daysLeft <= WARNED_DAYS ? 'ending' : 'in use', daysLeft }
}

/** What a new token's form holds: of the role the id as text, of the end the days as text. */
export type TokenDraft = { name: string; roleId: string; days: string }

/** What is wrong with a new token, by field, in the words of the contract. */
export const tokenErrors = ({ name, roleId }: TokenDraft): Partial<Record<keyof TokenDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(roleId === '' && { roleId: messages.noRole }),
})

export const messages = {
  noName: errors.enter('a name'),
  noRole: errors.choose('a role'),
  unknownRole: errors.notFound('role'),
  badDays: errors.choose('30, 90 or 365 days'),
  made: 'Token created. Copy it now: you will not see it again.',
  revoked: 'Token revoked',
  nameInUse: errors.exists('a token with this name'),
  hasSecret: 'This token already has a secret, or is no longer valid',
  notYours: 'Only the person who requested this token can get its secret',
  isRevoked: 'This token is already revoked',
} as const
