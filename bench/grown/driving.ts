import http from 'node:http'
import os from 'node:os'
import { median } from '../median.ts'
import type { Ask, Case } from './cases.ts'
import { cpuOf, cpuOfCluster } from './cpu.ts'

/** One that is measured: where it is, and as whom it is asked. */
export type Side = { address: string; pid: number; token?: () => Promise<string> }
/** Of one round: ms of a call, calls a second, and what the server and the database used of the processor for a call, in ms. */
export type Round = { ms: number; p95: number; calls: number; perSecond: number; server: number; database: number }

type Actions = readonly (() => Promise<unknown>)[]
/** `took` and what was used of the processor in ms. */
type Slice = { times: number[]; took: number; server: number; database: number }

const WARM_UP_MS = 500
/** A round is as many turns of each, so that what else the machine does meets both alike. */
const SLICES = 4

/** Asks over connections that stay, and holds what each of them does between rounds. */
export function asker({ address, token }: Side, connections: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const ask: Ask = async (method, path, body) => {
    const headers = {
      ...(token && { authorization: `Bearer ${await token()}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return new Promise((resolve, reject) => {
      http
        .request(`${address}${path}`, { agent, headers, method }, (response) => {
          const chunks: Buffer[] = []
          response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            if (response.statusCode! >= 300)
              reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 500)}`))
            else resolve(JSON.parse(text).data ?? {})
          })
        })
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  return { ask, leave: () => agent.destroy() }
}

/** The same by so many connections at once for a while. */
async function drive(actions: Actions, ms: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ms
  await Promise.all(
    actions.map(async (action) => {
      do {
        const begun = performance.now()
        await action()
        times.push(performance.now() - begun)
      } while (performance.now() < end)
    }),
  )
  return times
}

/** A row by so many connections, ours and the limit in turns, after both are warm. */
export async function compareRow(
  { product, limit }: Pick<Case, 'product' | 'limit'>,
  sides: { product: Side; limit: Side },
  cluster: number,
  { connections, rounds, ms }: { connections: number; rounds: number; ms: number },
): Promise<{ product: Round; limit: Round; load: number }> {
  const made = []
  for (const [action, side] of [
    [product, sides.product],
    [limit, sides.limit],
  ] as const) {
    const { ask, leave } = asker(side, connections)
    const actions = []
    for (let connection = 0; connection < connections; connection++) actions.push(await action(ask, connection))
    made.push({ actions, leave, pid: side.pid, rounds: [] as Round[] })
  }
  const loads = []
  try {
    for (const { actions } of made) await drive(actions, WARM_UP_MS)
    for (let round = 0; round < rounds; round++) {
      const slices = made.map(() => [] as Slice[])
      for (let slice = 0; slice < SLICES; slice++)
        for (const [side, { actions, pid }] of made.entries()) {
          loads.push(os.loadavg()[0]!)
          slices[side]!.push(await sliceOf(actions, ms / SLICES, pid, cluster))
        }
      for (const [side, one] of made.entries()) one.rounds.push(together(slices[side]!))
    }
  } finally {
    for (const { leave } of made) leave()
  }
  return { product: middle(made[0]!.rounds), limit: middle(made[1]!.rounds), load: median(loads) }
}

async function sliceOf(actions: Actions, ms: number, pid: number, cluster: number): Promise<Slice> {
  const [server, database, since] = [cpuOf(pid), cpuOfCluster(cluster), performance.now()]
  const times = await drive(actions, ms)
  const took = performance.now() - since
  return { times, took, server: cpuOf(pid) - server, database: cpuOfCluster(cluster) - database }
}

function together(slices: readonly Slice[]): Round {
  const times = slices.flatMap((slice) => slice.times).toSorted((a, b) => a - b)
  const calls = times.length
  const sum = (key: 'took' | 'server' | 'database') => slices.reduce((all, slice) => all + slice[key], 0)
  return {
    ms: median(times),
    p95: times[Math.floor(calls * 0.95)]!,
    calls,
    perSecond: (calls / sum('took')) * 1000,
    server: sum('server') / calls,
    database: sum('database') / calls,
  }
}

const middle = (rounds: readonly Round[]): Round => {
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]))
  const calls = rounds.reduce((sum, round) => sum + round.calls, 0)
  return {
    ms: of('ms'),
    p95: of('p95'),
    calls,
    perSecond: of('perSecond'),
    server: of('server'),
    database: of('database'),
  }
}
