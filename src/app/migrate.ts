import type pg from 'pg'
import { policy as ofAuditLog } from '#server/audit/policy.ts'
import { migrate as migrateWith } from '#server/db/migrate.ts'
import { joinPolicies, securityOf } from '#server/db/policies.ts'
import { features } from './server-features.ts'

/** Which rows and records are of which cinemas, as all features say. */
export const policies = joinPolicies([...Object.values(features).map(({ policy = {} }) => policy), ofAuditLog])

/** Brings the product's database up to date. @throws as `migrate` of the platform does */
export const migrate = (pool: pg.Pool, onStep?: (file: string) => void): Promise<void> =>
  migrateWith(pool, securityOf(policies), onStep)
