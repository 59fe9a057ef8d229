/** Rules and words of one's own account. */
import { errors } from '#contract/errors.ts'
import { atLeast } from '#contract/password.ts'

export const NAME_LENGTH = 100

export const messages = {
  empty: 'Field is empty',
  invalidPhone: errors.enter('a phone number such as 0803 123 4567, or with + and the country code'),
  saved: 'Profile saved',
  pictureSaved: 'Picture saved',
  pictureRemoved: 'Picture removed',
  noPassword: 'Your account has no password',
  wrongPassword: 'Wrong password',
  samePassword: 'Choose a password that differs from the current one',
  passwordsDiffer: "Passwords don't match",
  passwordChanged: 'Password changed',
  noSession: 'This session has already ended',
  ended: 'Session ended',
  othersEnded: 'Other sessions ended',
} as const

export type ProfileDraft = { firstName: string; lastName: string; mobile: string }

/** What is wrong with the profile, by field. */
export const profileErrors = (draft: ProfileDraft) => {
  const errors: Partial<Record<keyof ProfileDraft, string>> = {}
  for (const field of ['firstName', 'lastName', 'mobile'] as const)
    if (draft[field].trim() === '') errors[field] = messages.empty
  return errors
}

export type PasswordDraft = { current: string; password: string; again: string }

/** What is wrong with a new password, by field. */
export const passwordErrors =
  (min: number) =>
  ({ current, password, again }: PasswordDraft) => {
    const errors: Partial<Record<keyof PasswordDraft, string>> = {}
    if (current === '') errors.current = messages.empty
    if (password === '') errors.password = messages.empty
    else if ([...password].length < min) errors.password = atLeast(min)
    else if (password === current) errors.password = messages.samePassword
    if (again !== password) errors.again = messages.passwordsDiffer
    return errors
  }

/** By what a session was opened. */
export const MEANS = { password: 'Password', passkey: 'Passkey', provider: 'Single sign-on' } as const
