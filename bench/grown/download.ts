import { readFileSync } from 'node:fs'
import http from 'node:http'

const SAMPLED_MS = 50

/** `firstMs` until the first byte of the body and `ms` until its last; `grown`: most that the process grew by, in MB. */
export type Download = { firstMs: number; ms: number; bytes: number; grown: number }
export type From = { address: string; path: string; pid: number; headers?: Record<string, string> }

/** Reads a file as fast as it comes and keeps nothing of it but what `look` does. */
export async function download({ address, path, pid, headers = {} }: From, look = (_chunk: Buffer) => {}) {
  const before = residentMemory(pid)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, residentMemory(pid))), SAMPLED_MS)
  try {
    const since = performance.now()
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(`${address}${path}`, { headers }, resolve).on('error', reject)
    })
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
    let firstMs = 0
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      firstMs ||= performance.now() - since
      bytes += chunk.length
      look(chunk)
    }
    most = Math.max(most, residentMemory(pid))
    return { firstMs, ms: performance.now() - since, bytes, grown: most - before }
  } finally {
    clearInterval(sampling)
  }
}

/** MB that a process holds. */
const residentMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
