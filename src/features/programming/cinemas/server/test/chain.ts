import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Adds cinemas of one state: their names by their ids. */
export const addCinemas = (db: Db, names: Record<string, string>) =>
  db.execute(sql`
    with state as (insert into states (name) values ('Lagos') returning id)
    insert into cinemas (id, state_id, name)
    select x.key, state.id, x.value from state, jsonb_each_text(${JSON.stringify(names)}::jsonb) x`)
