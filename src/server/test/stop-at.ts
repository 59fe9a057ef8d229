import pg from 'pg'

/**
 * Stops this process at the nth statement of a kind: its answer never arrives, and its transaction stays open for a
 * kill. `work` is called when the database has run the statement.
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
