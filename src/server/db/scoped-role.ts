import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from './connect.ts'
import { SCOPED_ROLE } from './scoped.ts'
import { bool, query } from './query.ts'

/**
 * Creates the role if the user can create roles. Otherwise an operator creates it (docs/operating/harden.md), or cinema
 * roles are unavailable.
 */
const MAKE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${SCOPED_ROLE}') then create role ${SCOPED_ROLE} nologin; end if;
  if not pg_has_role('${SCOPED_ROLE}', 'member') then execute format('grant ${SCOPED_ROLE} to %I', current_user); end if;
exception when insufficient_privilege or duplicate_object or unique_violation or undefined_object then null;
end $$`

/** Whether the server's user can become the role. */
const CAN_BECOME = `select coalesce(bool_and(pg_has_role(oid, 'member')), false) as can from pg_roles where rolname = '${SCOPED_ROLE}'`

/** Tables that the role cannot read yet, or whose rows are all visible to it. */
const OPEN = `
  select c.oid::regclass::text as name, c.relrowsecurity as bound, has_any_column_privilege('${SCOPED_ROLE}', c.oid, 'select') as readable
  from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    and (not c.relrowsecurity or not has_any_column_privilege('${SCOPED_ROLE}', c.oid, 'select'))`

/** Creates the database role of staff with cinema roles. @returns whether the role exists */
export async function ensureScopedRole(client: pg.PoolClient): Promise<boolean> {
  await client.query(MAKE)
  return (await client.query<{ can: boolean }>(CAN_BECOME)).rows[0]!.can
}

/** Returns whether the role exists, without creating it. */
export const hasScopedRole = async (db: Db): Promise<boolean> =>
  (await query(db, { can: bool })(sql.raw(CAN_BECOME))).rows[0]!.can

/** Lets the role read every table, with the rows that a policy shows; a table without a policy shows none. */
export async function bindScopedRole(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; bound: boolean; readable: boolean }>(OPEN)
  for (const { name, bound, readable } of rows) {
    if (!bound) await client.query(`alter table ${name} enable row level security`)
    if (!readable) await client.query(`grant select on ${name} to ${SCOPED_ROLE}`)
  }
}
