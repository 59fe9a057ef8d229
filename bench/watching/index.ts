import type { ChildProcess } from 'node:child_process'
import { asking, compare } from '../http/calls.ts'
import { cases } from '../http/cases.ts'
import { fill } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { line, type Part } from '../report.ts'

/** The lists of a server that counts for Prometheus against those of one that does not, on one connection each. */
export async function measureWatching(rows: number): Promise<Part> {
  console.log(`Filling PostgreSQL with twice ${rows} movies …`)
  const database = await fill(rows, { embedded: false })
  const children: ChildProcess[] = []
  try {
    const begin = async (settings: Record<string, string>) => {
      const { child, address } = await startChild('ours.ts', { ...database.product, ...settings })
      children.push(child)
      return asking(address, await signIn(address))
    }
    const [watched, unwatched] = [await begin({ METRICS_PORT: '0' }), await begin({})]
    const lines = []
    for (const { name, path } of cases(rows)) {
      const measured = await compare(watched, unwatched, path)
      const detail = `${measured.product.toFixed(2)} ms : ${measured.bare.toFixed(2)} ms`
      lines.push(line('watching.ratio', name, measured.product / measured.bare, detail))
    }
    return { name: 'watching', title: `Lists over HTTP with metrics against without on ${database.name}`, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await database.drop()
  }
}
