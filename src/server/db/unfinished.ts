import type pg from 'pg'

/** Table that exists from the start to the end of a restore. */
const MARKER = 'unfinished_restore'

export const markUnfinished = (client: pg.ClientBase, of: string) =>
  client.query(`create table ${MARKER} as select ${"'" + of.replaceAll("'", "''") + "'"}::text as archive, now() as at`)

export const markFinished = (client: pg.ClientBase) => client.query(`drop table ${MARKER}`)

/** Rejects a database with an interrupted restore. @throws Error with a sentence for the console */
export async function refuseUnfinished(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('${MARKER}') is not null as is`)
  if (rows[0]!.is)
    throw new Error(
      'A restore into this database was interrupted, so the database is incomplete. Create an empty database (or data folder) and restore again.',
    )
}
