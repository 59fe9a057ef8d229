import http from 'node:http'
import { median } from './median.ts'

/** What is asked: the path of the n-th request, and how. */
export type Requested = {
  path: (n: number) => string
  /** The status of a right answer. */
  status: number
  headers?: Record<string, string>
  /** The body of the n-th request, which is then a POST. */
  body?: (n: number) => unknown
}
export type Loaded = { perSecond: number; median: number }

const CONNECTIONS = 32
const ROUNDS = 5
const ROUND_MS = 1500
const WARM_UP_MS = 700

/** The same call on both by 32 connections, in turns so that what else the machine does meets both alike. */
export async function compareUnderLoad(
  product: string,
  bare: string,
  options: Requested,
): Promise<{ product: Loaded; bare: Loaded }> {
  const begin = { n: 0 }
  const rounds = { product: [] as Loaded[], bare: [] as Loaded[] }
  for (const address of [product, bare]) await load(address, options, WARM_UP_MS, begin)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.product.push(await load(product, options, ROUND_MS, begin))
    rounds.bare.push(await load(bare, options, ROUND_MS, begin))
  }
  return { product: middle(rounds.product), bare: middle(rounds.bare) }
}

const middle = (rounds: readonly Loaded[]): Loaded => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  median: median(rounds.map((round) => round.median)),
})

/** @throws when one is answered otherwise than rightly */
async function load(address: string, options: Requested, ms: number, counter: { n: number }): Promise<Loaded> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times: number[] = []
  const since = performance.now()
  const end = since + ms
  const one = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      await request(address, options, counter.n++, agent)
      times.push(performance.now() - begun)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, one))
    return { perSecond: (times.length / (performance.now() - since)) * 1000, median: median(times) }
  } finally {
    agent.destroy()
  }
}

const request = (address: string, options: Requested, n: number, agent: http.Agent) =>
  new Promise<void>((resolve, reject) => {
    const body = options.body && JSON.stringify(options.body(n))
    const headers = { ...options.headers, ...(body && { 'content-type': 'application/json' }) }
    const path = options.path(n)
    http
      .request(`${address}${path}`, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
        response
          .on('error', reject)
          .on('end', () =>
            response.statusCode === options.status ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
          )
        response.resume()
      })
      .on('error', reject)
      .end(body)
  })
