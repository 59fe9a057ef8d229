import type pg from 'pg'

/** Takes a body: one statement, which is a transaction, with its audit line. */
export type Action = (pool: pg.Pool, body: Record<string, string | number>) => Promise<unknown>

const one = async (pool: pg.Pool, name: string, text: string, values: unknown[]) => {
  const { rows } = await pool.query<Record<string, unknown>>({ name, text, values })
  if (!rows[0]) throw new Error(`${name}: there is no such row, or it was changed`)
  return rows[0]
}

const AUDIT = 'insert into limits.audit (at, actor, action, entity, entity_id, summary, before, after)'

const addCategory: Action = (pool, { name }) =>
  one(
    pool,
    'add category',
    `with added as (insert into limits.categories (name, created_at) values ($1, now()) returning *),
     noted as (${AUDIT} select now(), 'Bench Mark', 'categories.create', 'category', id::text, 'Added ' || name, null,
       jsonb_build_object('name', name) from added)
     select * from added`,
    [name],
  )

const changeCategory: Action = (pool, { id, name, version }) =>
  one(
    pool,
    'change category',
    `with old as (select id, name from limits.categories where id = $1 for update),
     changed as (update limits.categories c set name = $2, version = version + 1 from old
       where c.id = old.id and version = $3 returning c.*, old.name as before),
     noted as (${AUDIT} select now(), 'Bench Mark', 'categories.change', 'category', id::text, 'Saved ' || name,
       jsonb_build_object('name', before), jsonb_build_object('name', name) from changed)
     select id, name, created_at, version from changed`,
    [id, name, version],
  )

/** Who registers, with a subscription that was paid; no password is hashed. */
const addPerson: Action = (pool, { first, last, email, phone, born, shard }) =>
  one(
    pool,
    'add person',
    `with added as (
       insert into limits.people (id, first_name, last_name, email, phone, birth_date, registered_at, search_text, plan, ends_at, reason,
         is_active, version)
       values (nextval('limits.people_ids'), $1, $2, $3, $4, $5::date, now(), lower($1 || ' ' || $2 || ' ' || $3 || ' ' || $4), 'Fan',
         now() + interval '1 month', '', true, 1) returning *
     ), term as (insert into limits.terms select id, registered_at, ends_at from added),
     kept as (insert into limits.profiles select id, jsonb_build_object('user', to_jsonb(added) - 'search_text', 'bought', '[]'::jsonb) from added),
     counted as (update limits.totals set n = n + 1 where name = 'people' and shard = $6::int % 16),
     noted as (${AUDIT} select now(), 'Bench Mark', 'customers.create', 'customer', id::text, 'Created ' || first_name || ' ' || last_name,
       null, to_jsonb(added) - 'search_text' from added)
     select id from added`,
    [first, last, email, phone, born, shard],
  )

const changePerson: Action = (pool, { id, phone, version }) =>
  one(
    pool,
    'change person',
    `with old as (select id, phone from limits.people where id = $1 for update),
     changed as (
       update limits.people p set phone = $2, version = version + 1,
         search_text = lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || $2)
       from old where p.id = old.id and version = $3 returning p.*, old.phone as before
     ), kept as (
       update limits.profiles r set record = jsonb_set(record, '{user}', record->'user' || jsonb_build_object('phone', $2::text))
       from changed where r.id = changed.id returning record
     ), noted as (${AUDIT} select now(), 'Bench Mark', 'customers.edit', 'customer', id::text, 'Saved ' || first_name,
       jsonb_build_object('phone', before), jsonb_build_object('phone', phone) from changed)
     select version, record from changed, kept`,
    [id, phone, version],
  )

const versionOf: Action = (pool, { id }) =>
  one(pool, 'version', 'select version, phone from limits.people where id = $1', [id])

export const writes: Record<string, Action> = {
  '/category/add': addCategory,
  '/category/change': changeCategory,
  '/person/add': addPerson,
  '/person/change': changePerson,
  '/person/version': versionOf,
}
