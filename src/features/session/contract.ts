import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { text } from '#contract/atoms.ts'
import { isEmail, messages, PASSWORD_MIN } from './rules.ts'

const Email = z.string(messages.invalidEmail).check(z.trim(), z.toLowerCase(), z.refine(isEmail, messages.invalidEmail))

/** A space is a letter of it like any other, at both ends too. */
const asTyped = z
  .string(messages.emptyPassword)
  .check(z.minLength(1, messages.emptyPassword), z.maxLength(200, 'At most 200 characters'))

/** The signed-in admin (core 3), with the rights that the shell explains by. */
export const Profile = z.object({
  id: z.int(),
  email: z.string(),
  userType: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImage: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  role: z.nullable(z.string()),
  permissions: z.array(z.string()),
  /** How many points they may award, redeem or take back at once. */
  pointsCeiling: z.int(),
})
export type Profile = z.infer<typeof Profile>

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Core 7, Session. */
export const session = endpoints('session', {
  login: {
    method: 'POST',
    path: '/auth/login',
    may: 'public',
    summary: 'Sign in; an account whose type is no admin is refused with "No permissions"',
    body: z.object({ email: Email, password: asTyped }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  profile: { method: 'GET', path: '/users', may: 'session', summary: "The signed-in admin's profile", reply: Profile },
  refresh: {
    method: 'POST',
    path: '/auth/refresh-login',
    may: 'public',
    summary: 'A new access token and the next refresh token; a refresh token used twice ends its session',
    body: z.object({ token: text(500) }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  logout: { method: 'POST', path: '/auth/logout', may: 'session', summary: 'End this session', audit: 'none' },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    may: 'public',
    summary: 'Mail a reset link; answers the same whether or not the address exists',
    body: z.object({ email: Email }),
    says: messages.emailSent,
    transaction: 'own',
    audit: 'none',
  },
  resetPassword: {
    method: 'POST',
    path: '/admin/forgot-password/{token}',
    may: 'public',
    summary: 'Set a new password by a reset link (single use, 30 minutes); ends all sessions of that person',
    params: z.object({ token: text(200) }),
    body: z.object({
      password: z
        .string(messages.emptyField)
        .check(
          z.minLength(1, messages.emptyField),
          z.minLength(PASSWORD_MIN, messages.shortPassword),
          z.maxLength(200, 'At most 200 characters'),
        ),
    }),
    says: messages.passwordReset,
    transaction: 'own',
  },
})
