import { PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { poolsOf, withPools } from './cluster.ts'
import type { Db } from './connect.ts'

/**
 * Reads of staff with cinema roles. Each statement runs as a role with row-level security (policies.ts), so that a
 * query without a condition on the cinema shows no other cinema.
 */

/** Role that can read every table, with the rows that a policy shows. */
export const SCOPED_ROLE = 'marquee_scoped'

const BEGIN = `begin read only; set local role ${SCOPED_ROLE}`

/**
 * Returns the database with only the rows of these cinemas, read-only.
 * @param person ID of the staff user, whose own records are also visible in some tables
 */
export const scopedTo = (db: Db, cinemas: readonly string[], person?: number): Db =>
  withPools(db, (pool) => new ScopedPool(pool, cinemas, person))

/**
 * Returns whether the database is limited to some cinemas, so that sums of all cinemas do not apply. A write
 * transaction is not limited.
 */
export const isScoped = (db: Db): boolean => !(db instanceof PgTransaction) && poolsOf(db)[0] instanceof ScopedPool

/** Returns the pool that owns the connections: limited pools use those of all. */
export const sourceOf = (pool: pg.Pool): pg.Pool => (pool instanceof ScopedPool ? pool.source : pool)

/**
 * Connections of a pool, each in a transaction with the limited role until released. Nothing may outlive the
 * transaction in a pooler's transaction mode, or in the embedded database, whose connections share a session.
 */
class ScopedPool extends pg.Pool {
  readonly source: pg.Pool
  readonly #set: string

  constructor(pool: pg.Pool, cinemas: readonly string[], person: number | undefined) {
    super(pool.options)
    this.source = pool
    const ids = `{${cinemas.map((id) => `"${id.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
    const settings = { 'marquee.cinemas': ids, 'marquee.person': person === undefined ? '' : String(person) }
    const set = Object.entries(settings).map(
      ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
    )
    this.#set = `select ${set.join(', ')}`
  }

  override async connect(): Promise<pg.PoolClient>
  override async connect(): Promise<unknown> {
    const client = await this.source.connect()
    const release = client.release.bind(client)
    client.release = (cause) => void (cause ? release(cause) : committed(client).then(release))
    try {
      await client.query(`${BEGIN}; ${this.#set}`)
    } catch (error) {
      release(true)
      throw error
    }
    return client
  }

  /**
   * Runs each statement in its own transaction. The beginning, the statement and the end are sent together and answered
   * in one round trip. If the transaction does not begin correctly, the database rejects the statement and its answer
   * is not read.
   */
  override async query(...given: unknown[]): Promise<never> {
    const client = await this.source.connect()
    const wire = client as { pipeline: boolean }
    wire.pipeline = true
    // The IDs of cinemas are sent after the beginning, so that they cannot prevent it.
    const begun = Promise.all([client.query(BEGIN), client.query(this.#set)])
    const answer = client.query(...(given as [string])) as unknown as Promise<never>
    const ended = client.query('commit')
    const givenBack = async () => {
      const [began, , end] = await Promise.allSettled([begun, answer, ended])
      wire.pipeline = false
      client.release(began.status === 'rejected' || end.status === 'rejected')
    }
    void givenBack()
    await begun
    return answer
  }
}

/** @returns the error of the commit, after which the connection is not used again */
const committed = (client: pg.PoolClient): Promise<Error | undefined> =>
  client.query('commit').then(
    () => undefined,
    (error: Error) => error,
  )
