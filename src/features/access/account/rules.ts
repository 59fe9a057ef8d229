/** Rules and words of one's own account. */
import { atLeast } from '#contract/password.ts'

export const NAME_LENGTH = 100

export const messages = {
  empty: 'Field is empty',
  invalidPhone: 'Phone number is not valid: 0803 123 4567, or + and the country code',
  saved: 'Your profile has been saved',
  pictureSaved: 'Your picture has been saved',
  pictureRemoved: 'Your picture has been removed',
  noPassword: 'Your account has no password',
  wrongPassword: 'That is not your password',
  samePassword: 'That is the password you have',
  passwordsDiffer: "Passwords don't match",
  passwordChanged: 'Your password has been changed',
  noSession: 'That session has ended already',
  ended: 'Session ended',
  othersEnded: 'All your other sessions have ended',
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
