import { sql } from 'drizzle-orm'
import { POINTS_LIMIT } from '#contract/permissions.ts'
import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bigint, bytea, instant } from '#server/db/columns.ts'

export const roles = pgTable('roles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  permissions: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  isDefault: boolean('is_default').notNull().default(false),
  pointsLimit: integer('points_limit').notNull().default(POINTS_LIMIT),
  /** The day from which people with the role need a second factor. */
  twoFactorFrom: date('two_factor_from'),
  version: integer().notNull().default(1),
})

export const admins = pgTable('admins', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  mobile: text(),
  profileImage: text('profile_image'),
  userType: text('user_type', { enum: ['Admin', 'Super Admin', 'Editor'] }).notNull(),
  roleId: integer('role_id'),
  /** Null: invited, or signs in otherwise. */
  passwordHash: text('password_hash'),
  /** The end of an invitation that is not yet accepted. */
  invitedUntil: instant('invited_until'),
  /** The person who sent it, or last changed the account. */
  invitedBy: integer('invited_by'),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  /** Created by the demo, with its public password. */
  isDemo: boolean('is_demo').notNull().default(false),
  /** The time since which a demo account is closed, because the demo is off. */
  closedAt: instant('closed_at'),
})

/** Roles of people for some cinemas: those of states, and chosen ones. */
export const cinemaRoles = pgTable('cinema_roles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  adminId: integer('admin_id').notNull(),
  roleId: integer('role_id').notNull(),
  states: integer().array().notNull(),
  cinemas: text().array().notNull(),
})

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  adminId: integer('admin_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** The time by which the token must be used again; at most `endsAt`. */
  expiresAt: instant('expires_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  endedAt: instant('ended_at'),
  lastSeenAt: instant('last_seen_at').notNull(),
  /** The last confirmation of the person. */
  confirmedAt: instant('confirmed_at').notNull(),
  means: text({ enum: ['password', 'passkey', 'provider'] })
    .notNull()
    .default('password'),
  /** The IP address, and the browser's description. */
  address: text().notNull().default(''),
  device: text().notNull().default(''),
  /** The identity provider that opened it. */
  provider: text(),
})

/** Networks from which accounts signed in before (`networkOf`). */
export const adminNetworks = pgTable(
  'admin_networks',
  {
    adminId: integer('admin_id').notNull(),
    network: text().notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.network] })],
)

/** Devices on which accounts signed in before (`deviceOf`), with the network. */
export const adminDevices = pgTable(
  'admin_devices',
  {
    adminId: integer('admin_id').notNull(),
    device: text().notNull(),
    network: text().notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.device, table.network] })],
)

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  usedAt: instant('used_at'),
})

export const passwordResets = pgTable('password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  adminId: integer('admin_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

export const invitations = pgTable('invitations', {
  tokenHash: bytea('token_hash').primaryKey(),
  adminId: integer('admin_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

export const passkeys = pgTable('passkeys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  adminId: integer('admin_id').notNull(),
  /** Base64url, as browsers write it. */
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  /** Uses, if the device counts them. A lower number is from a copy. */
  counter: bigint('counter').notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

export const authenticators = pgTable('authenticators', {
  adminId: integer('admin_id').primaryKey(),
  sealedSecret: bytea('sealed_secret').notNull(),
  confirmedAt: instant('confirmed_at').notNull(),
  /** The step of 30 seconds of the last accepted code. */
  lastStep: bigint('last_step').notNull(),
})

export const recoveryCodes = pgTable('recovery_codes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  adminId: integer('admin_id').notNull(),
  codeHash: text('code_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  usedAt: instant('used_at'),
})

export const challenges = pgTable('challenges', {
  tokenHash: bytea('token_hash').primaryKey(),
  purpose: text({ enum: ['sign-in', 'passkey', 'confirm', 'add-passkey', 'add-authenticator'] }).notNull(),
  /** Null: the passkey names the account. */
  adminId: integer('admin_id'),
  sessionId: uuid('session_id'),
  /** The encrypted secret of an authenticator app that is not yet confirmed. */
  data: bytea(),
  tries: integer().notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/** Keys of the chain's programs: a hash, and the last characters. */
export const feedKeys = pgTable('feed_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  source: text().notNull(),
  recordTypes: text('record_types').array().notNull(),
  keyHash: bytea('key_hash').notNull(),
  last4: text().notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
  version: integer().notNull().default(1),
})

/** Tokens with a role, with which integrators call the API. */
export const serviceTokens = pgTable('service_tokens', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** Null: the role was deleted. */
  roleId: integer('role_id'),
  /** Null: approved, and its secret not yet fetched. */
  keyHash: bytea('key_hash'),
  last4: text().notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  createdById: integer('created_by_id'),
  expiresAt: instant('expires_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
})
