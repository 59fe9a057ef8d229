/** Rules of the session that both faces obey (core 5, 6, 9; decisions: Session). */
import { isEmail } from '#contract/atoms.ts'
import { PASSWORD_MIN } from '#contract/session.ts'

export const messages = {
  invalidEmail: 'invalid email',
  invalidPassword: 'invalid password',
  emptyPassword: 'empty pasword',
  noPermissions: 'No permissions',
  passwordsDiffer: "Passwords don't match",
  emptyField: 'Cannot have empty field',
  shortPassword: `Use at least ${PASSWORD_MIN} characters`,
  emailSent: 'Email sent!',
  passwordReset: 'Password has been reset successfully',
} as const

/** What is wrong with the sign-in fields, by field; empty when both are valid. */
export const signInErrors = ({ email, password }: { email: string; password: string }) => ({
  ...(!isEmail(email) && { email: messages.invalidEmail }),
  ...(!password && { password: messages.emptyPassword }),
})

/** What is wrong with a new password and its repetition; undefined when it can be sent. */
export const newPasswordError = (password: string, confirm: string): string | undefined => {
  if (!password || !confirm) return messages.emptyField
  if (password !== confirm) return messages.passwordsDiffer
  if (password.length < PASSWORD_MIN) return messages.shortPassword
}
