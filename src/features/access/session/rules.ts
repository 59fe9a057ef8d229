/** Rules of the session that both faces obey (core 5, 6, 9; decisions: Session). */
import { isEmail } from '#contract/email.ts'
import { atLeast } from '#contract/password.ts'

export const messages = {
  invalidEmail: 'invalid email',
  invalidPassword: 'invalid password',
  emptyPassword: 'empty pasword',
  noPermissions: 'No permissions',
  passwordsDiffer: "Passwords don't match",
  emptyField: 'Cannot have empty field',
  emailSent: 'Email sent!',
  challengeOver: 'This took too long, or too many attempts. Start again.',
  wrongCode: 'This code is wrong or was already used',
  wrongPasskey: 'This passkey was not accepted',
  factorInstead: 'Use your passkey or authenticator app instead',
  passwordReset: 'Password has been reset successfully',
  invitationOutgrown: 'This invitation is no longer valid because permissions changed. Ask for a new one.',
  badInvitation:
    'This invitation has expired, was revoked or was already used. Ask the person who invited you for a new one.',
  badLink: 'This link has expired or was already used. Request a new one.',
} as const

/** What is wrong with the sign-in fields, by field; empty when both are valid. */
export const signInErrors = ({ email, password }: { email: string; password: string }) => ({
  ...(!isEmail(email) && { email: messages.invalidEmail }),
  ...(!password && { password: messages.emptyPassword }),
})

/** What is wrong with a new password and its repetition; undefined when it can be sent. */
export const newPasswordErrors = (
  password: string,
  confirm: string,
  min: number,
): { [field in 'password' | 'confirm']?: string } => ({
  ...(!password ? { password: messages.emptyField } : [...password].length < min && { password: atLeast(min) }),
  ...(!confirm ? { confirm: messages.emptyField } : password !== confirm && { confirm: messages.passwordsDiffer }),
})
