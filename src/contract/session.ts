import * as z from 'zod/mini'
import { text } from './atoms.ts'
import { endpoints } from './endpoint.ts'
import { atMost, PASSWORD_MOST } from './password.ts'

/** Sessions as the platform knows them: the signed-in profile, and the calls that renew and end a session (core 3, 7). */

/** Shape of a new password, checked by client and server. The server checks the rest (`passwordProblem`). */
export const newPassword = (empty: string) =>
  z.string(empty).check(z.minLength(1, empty), z.maxLength(PASSWORD_MOST, atMost))

/** The signed-in admin (core 3), with the permissions that the shell uses. */
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
  /** Additional permissions at some cinemas. */
  cinemaRoles: z.optional(
    z.array(
      z.object({
        permissions: z.array(z.string()),
        cinemas: z.array(z.string()),
        /** States in which they have every cinema, including those that open later. */
        states: z.optional(z.array(z.int())),
      }),
    ),
  ),
  /** Points that they can award, redeem or reverse in 24 hours. */
  pointsLimit: z.int(),
  /** The day from which two-factor authentication is required, if they have not set it up. */
  twoFactorFrom: z.optional(z.string()),
  /** The identity provider that opened this session. */
  provider: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>

/** Returns an admin's name, or the email of an invited person without a name. */
export const nameOf = ({ firstName, lastName, email }: Pick<Profile, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.infer<typeof Tokens>

/** A challenge to prove identity. Its token works once, for a few minutes and a few attempts. */
export const TwoFactorRequired = z.object({
  challengeToken: z.string(),
  methods: z.array(z.enum(['passkey', 'authenticator', 'recovery', 'password'])),
  /** Options for a passkey to sign, if they have a passkey. */
  passkey: z.optional(z.record(z.string(), z.unknown())),
})
export type TwoFactorRequired = z.infer<typeof TwoFactorRequired>

export const sessionCalls = endpoints('session', {
  profile: {
    method: 'GET',
    path: '/users',
    permission: 'person',
    summary: "Return the signed-in admin's profile",
    reply: Profile,
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh-login',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Renew the access token. A refresh token used twice ends its session.',
    body: z.object({ token: text(500) }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    permission: 'person',
    summary: 'End this session',
    unkept: 'Nothing is stored for callers who are not signed in',
  },
})
