import assert from 'node:assert/strict'
import http from 'node:http'
import { median } from '../median.ts'

/** Asks one server over one kept connection; answers the parsed body and how long it took to arrive, in ms. */
export type Ask = (path: string) => Promise<{ ms: number; data: Record<string, unknown> }>
export type Compared = { product: number; bare: number; requests: number }

const ROUNDS = 12
const WARM_UP = 10
/** Of one server in one round; a slow call is asked once. */
const ROUND_MS = 80
const MOST_IN_A_ROUND = 25

export function asking(address: string, token?: string, more: Record<string, string> = {}): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { ...more, ...(token && { authorization: `Bearer ${token}` }) }
  return (path) =>
    new Promise((resolve, reject) => {
      const since = performance.now()
      const request = http.get(`${address}${path}`, { agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const ms = performance.now() - since
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode} ${text}`))
          else resolve({ ms, data: JSON.parse(text).data })
        })
      })
      request.on('error', reject)
    })
}

/** Medians of the same call on both, asked in turns so that what else the machine does meets both alike. */
export async function compare(product: Ask, bare: Ask, path: string): Promise<Compared> {
  const [warmProduct, warmBare] = [await warm(product, path), await warm(bare, path)]
  const measured = { product: [] as number[], bare: [] as number[] }
  const each = Math.max(1, Math.min(MOST_IN_A_ROUND, Math.round(ROUND_MS / Math.max(warmProduct, warmBare))))
  for (let round = 0; round < ROUNDS; round++)
    for (const [ask, times] of [
      [product, measured.product],
      [bare, measured.bare],
    ] as const)
      for (let n = 0; n < each; n++) times.push((await ask(path)).ms)
  return { product: median(measured.product), bare: median(measured.bare), requests: ROUNDS * each }
}

async function warm(ask: Ask, path: string) {
  const times: number[] = []
  for (let n = 0; n < WARM_UP; n++) times.push((await ask(path)).ms)
  return median(times)
}

/** @throws when the two do not answer the same rows and totals. @returns the total */
export async function proveSame(product: Ask, bare: Ask, path: string): Promise<number> {
  const [{ data: expected }, { data: own }] = [await bare(path), await product(path)]
  const { schedule: _schedule, range: _range, ...answer } = own
  assert.deepEqual(answer, expected, `${path} is answered otherwise than by the bare handler`)
  assert.ok((expected.movies as unknown[]).length, `${path} answers no rows`)
  return expected.totalCount as number
}
