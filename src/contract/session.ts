import * as z from 'zod/mini'
import { text } from './atoms.ts'
import { endpoints } from './endpoint.ts'
import { atMost, PASSWORD_MOST } from './password.ts'

/** What the platform knows of a session: whose it is, and the calls that keep it alive and end it (core 3, 7). */

/** What both faces ask of a new password by its shape; the server decides the rest (`passwordProblem`). */
export const newPassword = (empty: string) =>
  z.string(empty).check(z.minLength(1, empty), z.maxLength(PASSWORD_MOST, atMost))

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
  /** What they may at some cinemas besides. */
  cinemaRoles: z.optional(
    z.array(
      z.object({
        permissions: z.array(z.string()),
        cinemas: z.array(z.string()),
        /** Of which they have every cinema, also one that opens later. */
        states: z.optional(z.array(z.int())),
      }),
    ),
  ),
  /** How many points they may award, redeem or take back at once. */
  pointsLimit: z.int(),
  /** Of somebody without a second factor: the day from which they need one. */
  twoFactorFrom: z.optional(z.string()),
  /** The identity provider that this session was opened by. */
  provider: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>

/** What an admin is called; who was invited has no name yet. */
export const nameOf = ({ firstName, lastName, email }: Pick<Profile, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.infer<typeof Tokens>

/** What is asked of somebody who proves who they are; the ticket is good once, for minutes, for a few tries. */
export const TwoFactorRequired = z.object({
  challengeToken: z.string(),
  methods: z.array(z.enum(['passkey', 'authenticator', 'recovery', 'password'])),
  /** What a passkey is asked to sign, where they have one. */
  passkey: z.optional(z.record(z.string(), z.unknown())),
})
export type TwoFactorRequired = z.infer<typeof TwoFactorRequired>

export const sessionCalls = endpoints('session', {
  profile: {
    method: 'GET',
    path: '/users',
    permission: 'person',
    summary: "The signed-in admin's profile",
    reply: Profile,
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh-login',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'A new access token and the next refresh token; a refresh token used twice ends its session',
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
    unkept: 'Of whoever is not signed in nothing is kept',
  },
})
