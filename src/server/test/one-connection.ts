import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../db/connect.ts'

/**
 * Rejects queries that would wait for ever on the embedded database, which has one connection: those outside an open
 * transaction that waits for them. So tests with PostgreSQL find them too.
 */
export function asIfOneConnection({ db, pool }: Pick<Database, 'db' | 'pool'>): void {
  const within = new AsyncLocalStorage<{ isOpen: boolean }>()
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      const open = { isOpen: true }
      try {
        // Awaited inside, because a statement begins when it is awaited.
        return await within.run(open, async () => await work(tx))
      } finally {
        open.isOpen = false
      }
    }, config)
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  // Queries use the form with a callback.
  pool.connect = ((...args: unknown[]) => {
    if (within.getStore()?.isOpen)
      throw new Error('A query beside an open transaction: the embedded database hangs on it')
    return connect(...args)
  }) as typeof pool.connect
}
