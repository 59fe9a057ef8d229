import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '#server/db/columns.ts'

export const oauthStates = pgTable('oauth_states', {
  stateHash: bytea('state_hash').primaryKey(),
  provider: text().notNull(),
  browserHash: bytea('browser_hash').notNull(),
  nonce: text().notNull(),
  verifier: text().notNull(),
  /** The session that is to be confirmed, or in which a provider is linked; null where one is to be opened. */
  sessionId: uuid('session_id'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/** Who is whom at an identity provider: by its issuer and its name for them, never by their address. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    adminId: integer('admin_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

/** Whose first sign-in at another provider is theirs as well, and until when. */
export const identityLinks = pgTable('identity_links', {
  adminId: integer('admin_id').primaryKey(),
  until: instant('until').notNull(),
})
