import type { Env } from '../env.ts'

/** Checks whether an address may use a password, if only some may. */
export const canUsePassword = ({ passwordSignIn }: Env, email: string): boolean =>
  passwordSignIn === 'on' || passwordSignIn.includes(email)

/**
 * Returns the identity providers of a person who has no password or may not use it; empty for others, and without a
 * provider.
 */
export const signsInAt = (
  env: Env,
  { email, passwordHash }: { email: string; passwordHash: string | null },
): string[] => (passwordHash !== null && canUsePassword(env, email) ? [] : env.providers.map(({ name }) => name))
