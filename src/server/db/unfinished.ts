import type pg from 'pg'

/** A table that is there from a restore's beginning to its end. */
const MARKER = 'unfinished_restore'

export const markUnfinished = (client: pg.ClientBase, of: string) =>
  client.query(`create table ${MARKER} as select ${"'" + of.replaceAll("'", "''") + "'"}::text as archive, now() as at`)

export const markFinished = (client: pg.ClientBase) => client.query(`drop table ${MARKER}`)

/** @throws Error with a sentence for the console for a database that a restore was stopped in */
export async function refuseUnfinished(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('${MARKER}') is not null as is`)
  if (rows[0]!.is)
    throw new Error(
      'A restore into this database was stopped before its end: it is incomplete. Make the database (or the data folder) anew, empty, and restore again',
    )
}
