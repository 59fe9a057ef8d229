import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { text } from '#contract/atoms.ts'
import { isEmail } from '#contract/email.ts'
import { atMost, PASSWORD_MOST } from '#contract/password.ts'
import { TwoFactorRequired, newPassword, sessionCalls, Tokens } from '#contract/session.ts'
import { messages } from './rules.ts'

const Email = z.string(messages.invalidEmail).check(z.trim(), z.toLowerCase(), z.refine(isEmail, messages.invalidEmail))

/** A space is an email of it like any other, at both ends too. */
const asTyped = z
  .string(messages.emptyPassword)
  .check(z.minLength(1, messages.emptyPassword), z.maxLength(PASSWORD_MOST, atMost))

const signIn = endpoints('session', {
  login: {
    method: 'POST',
    path: '/auth/login',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Sign in with a password. Accounts with two-factor authentication get a challenge.',
    body: z.object({ email: Email, password: asTyped }),
    reply: z.union([z.object({ tokens: Tokens }), z.object({ factor: TwoFactorRequired })]),
    transaction: 'own',
    audit: 'none',
  },
})

const passwords = endpoints('session', {
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Email a reset link. The reply is the same for unknown addresses.',
    body: z.object({ email: Email }),
    says: messages.emailSent,
    transaction: 'own',
    audit: 'none',
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/forgot-password/{token}',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Set a new password with a reset link, and end all sessions',
    params: z.object({ token: text(200) }),
    body: z.object({ password: newPassword(messages.emptyField) }),
    says: messages.passwordReset,
    transaction: 'own',
  },
  passwordReset: {
    method: 'GET',
    path: '/admin/forgot-password/{token}',
    permission: 'public',
    summary: 'Check a reset link and return the minimum password length',
    params: z.object({ token: text(200) }),
    reply: z.object({ min: z.int() }),
    transaction: 'own',
    audit: 'none',
  },
})

const InvitationLink = z.object({ token: text(200) })

const invitations = endpoints('session', {
  invitation: {
    method: 'GET',
    path: '/auth/accept-invitation/{token}',
    permission: 'public',
    summary: 'Check an invitation and return its email and minimum password length',
    params: InvitationLink,
    reply: z.object({ email: z.string(), firstName: z.string(), min: z.int() }),
    transaction: 'own',
    audit: 'none',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/auth/accept-invitation/{token}',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Accept an invitation: choose a password and sign in',
    params: InvitationLink,
    body: z.object({ password: newPassword(messages.emptyField) }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
  },
})

/** Core 7, Session. */
export const session = { ...signIn, ...sessionCalls, ...passwords, ...invitations }
