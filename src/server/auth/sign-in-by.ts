import type { Env } from '../env.ts'

/** Where passwords are for some alone: whether this address is one of theirs. */
export const canUsePassword = ({ passwordSignIn }: Env, email: string): boolean =>
  passwordSignIn === 'on' || passwordSignIn.includes(email)

/**
 * The names of the identity providers at which somebody signs in who has no password, or may not use it; empty of others, and
 * where there is no provider.
 */
export const signsInAt = (
  env: Env,
  { email, passwordHash }: { email: string; passwordHash: string | null },
): string[] => (passwordHash !== null && canUsePassword(env, email) ? [] : env.providers.map(({ name }) => name))
