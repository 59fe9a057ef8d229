import pg from 'pg'

/**
 * Whoever sends the n-th statement of a kind on this process never gets its answer, and its transaction stays open: the
 * middle of what is to be killed. `work` is called when the database has done it.
 */
export function stopAt(kind: RegExp, n: number, work: () => void): void {
  let sent = 0
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = query.apply(this, args)
    const [statement] = args as [string | { text: string }]
    if (!kind.test(typeof statement === 'string' ? statement : statement.text) || ++sent !== n) return answer
    return answer.then(() => {
      work()
      return new Promise(() => {})
    })
  } as typeof pg.Client.prototype.query
}
