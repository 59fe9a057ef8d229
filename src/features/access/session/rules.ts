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
  challengeOver: 'That took too long, or too many tries. Start again',
  wrongCode: 'That code is not right, or it was used already',
  wrongPasskey: 'This passkey was not accepted',
  factorInstead: 'Confirm with your second factor instead',
  passwordReset: 'Password has been reset successfully',
  invitationOutgrown:
    'This account may do more by now than whoever invited you may give. Ask for a new invitation from somebody who may',
  badInvitation: 'This invitation has expired, was taken back or was accepted already. Ask whoever sent it for another',
  badLink: 'This link has expired or was used already. Ask for a new one',
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
