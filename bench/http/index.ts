import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { line, type Part } from '../report.ts'
import { asking, compare, proveSame } from './calls.ts'
import { cases } from './cases.ts'
import { fill, SIGN_IN, type Place } from './database.ts'

const START_MS = 120_000

/** The lists of the server against the same answers of a bare handler, on one connection each. */
export async function measureHttp(rows: number, { embedded }: { embedded: boolean }): Promise<Part> {
  console.log(`Filling ${embedded ? 'the embedded database' : 'PostgreSQL'} with twice ${rows} movies …`)
  const database = await fill(rows, { embedded })
  const children: ChildProcess[] = []
  try {
    const begin = async (program: string, place: Place) => {
      const { child, address } = await startChild(program, place)
      children.push(child)
      return address
    }
    const address = await begin('ours.ts', database.product)
    const product = asking(address, await signIn(address))
    const bare = asking(await begin('baseline.ts', database.bare))
    const lines = []
    for (const { name, path: call } of cases(rows)) {
      const total = await proveSame(product, bare, call)
      const measured = await compare(product, bare, call)
      const detail = `${measured.product.toFixed(1)} ms : ${measured.bare.toFixed(1)} ms, ${total} rows`
      lines.push(line('list.ratio', name, measured.product / measured.bare, detail))
    }
    return { name: embedded ? 'http-embedded' : 'http', title: `Lists over HTTP on ${database.name}`, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await database.drop()
  }
}

/** @param program a file of this folder, or the path of one */
export async function startChild(program: string, place: Place) {
  const child = fork(path.resolve(import.meta.dirname, program), {
    // The log is written as in operation, to nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...place, PORT: '0', DEMO: 'off' },
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended before it was ready`)
  })
  ended.catch(() => {})
  const [address] = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(START_MS) }), ended])
  return { child, address: address as string }
}

export async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

export async function signIn(address: string, email = SIGN_IN.email): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...SIGN_IN, email }),
  })
  const body = (await answer.json()) as { data: { tokens: { access_token: string } }; message?: string }
  if (!answer.ok) throw new Error(`Cannot sign in: ${body.message}`)
  return body.data.tokens.access_token
}
