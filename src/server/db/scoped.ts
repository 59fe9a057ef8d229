import { PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { poolsOf, withPools } from './cluster.ts'
import type { Db } from './connect.ts'

/**
 * What somebody reads whose role is for some cinemas: each statement runs as a role that row-level security binds
 * (policies.ts), so that what forgets to ask for the cinema answers nothing of another one.
 */

/** The role; it may read every table, and of each the rows that a policy shows it. */
export const SCOPED_ROLE = 'marquee_scoped'

const BEGIN = `begin read only; set local role ${SCOPED_ROLE}`

/**
 * The database as somebody sees it who may see what belongs to these cinemas. It cannot be written to.
 * @param person the admin's id: of some things they see their own besides
 */
export const scopedTo = (db: Db, cinemas: readonly string[], person?: number): Db =>
  withPools(db, (pool) => new ScopedPool(pool, cinemas, person))

/**
 * Whether it shows what belongs to some cinemas alone: a sum of all of them is none of theirs. A transaction of a write is
 * the whole chain's.
 */
export const isScoped = (db: Db): boolean => !(db instanceof PgTransaction) && poolsOf(db)[0] instanceof ScopedPool

/** Whose connections a pool gives: those of people who see some cinemas are everybody's. */
export const sourceOf = (pool: pg.Pool): pg.Pool => (pool instanceof ScopedPool ? pool.source : pool)

/**
 * Connections of a pool, each within a transaction of that role until it is given back: in a pooler's transaction mode, and
 * in the embedded database, whose connections share a session, nothing may outlive a transaction.
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
   * Every statement is a transaction of its own, which ends with it. What begins it, the statement and what ends it are sent
   * together, and answered in one round trip. In a transaction that did not begin as it should the database refuses the
   * statement; and nobody reads an answer to it.
   */
  override async query(...given: unknown[]): Promise<never> {
    const client = await this.source.connect()
    const wire = client as { pipeline: boolean }
    wire.pipeline = true
    // What is in the ids of cinemas comes after the beginning, which it so cannot prevent.
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

/** @returns why it could not, which is why the connection is not used again */
const committed = (client: pg.PoolClient): Promise<Error | undefined> =>
  client.query('commit').then(
    () => undefined,
    (error: Error) => error,
  )
