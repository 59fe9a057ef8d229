import { sql } from 'drizzle-orm'
import type { ServerFeature } from '#server/feature.ts'
import { aDayLater, rowsIn, type Retention } from '#server/retention.ts'
import { handlers } from './handlers.ts'
import { personalColumns } from './personal-data.ts'
import { oauthStates } from './tables.ts'

const underWay: Retention = {
  name: 'pending sign-ins',
  before: aDayLater,
  forget: rowsIn(oauthStates, (before) => sql`${oauthStates.expiresAt} < ${before}`),
}

export const server: ServerFeature = { routes: handlers, retention: [underWay], person: { columns: personalColumns } }
