import pg from 'pg'

/**
 * Whoever sends the n-th statement of a kind on this process never gets its answer, and its transaction stays open: the
 * middle of what is to be killed. `act` is called when the database has done it.
 */
export function stopAt(kind: RegExp, n: number, act: () => void): void {
  let sent = 0
  const query = pg.Client.prototype.query as (...told: unknown[]) => Promise<unknown>
  pg.Client.prototype.query = function (this: pg.Client, ...told: unknown[]) {
    const answer = query.apply(this, told)
    const [asked] = told as [string | { text: string }]
    if (!kind.test(typeof asked === 'string' ? asked : asked.text) || ++sent !== n) return answer
    return answer.then(() => {
      act()
      return new Promise(() => {})
    })
  } as typeof pg.Client.prototype.query
}
