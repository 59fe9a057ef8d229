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
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary:
      'Sign in: tokens, or of an account with a second factor what is asked for it; one whose type is no admin is refused with "No permissions"',
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
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'Mail a reset link; answers the same whether or not the address exists',
    body: z.object({ email: Email }),
    says: messages.emailSent,
    transaction: 'own',
    audit: 'none',
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/forgot-password/{token}',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'Set a new password by a reset link (single use, 30 minutes); ends all sessions of that person',
    params: z.object({ token: text(200) }),
    body: z.object({ password: newPassword(messages.emptyField) }),
    says: messages.passwordReset,
    transaction: 'own',
  },
  passwordReset: {
    method: 'GET',
    path: '/admin/forgot-password/{token}',
    permission: 'public',
    summary: 'Whether a reset link is still good, and how long the new password is at least',
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
    summary: 'Whom an invitation is for, while it is good, and how long their password is at least',
    params: InvitationLink,
    reply: z.object({ email: z.string(), firstName: z.string(), min: z.int() }),
    transaction: 'own',
    audit: 'none',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/auth/accept-invitation/{token}',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'Choose the password of an account by its invitation (single use, 7 days), and sign in',
    params: InvitationLink,
    body: z.object({ password: newPassword(messages.emptyField) }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
  },
})

/** Core 7, Session. */
export const session = { ...signIn, ...sessionCalls, ...passwords, ...invitations }
