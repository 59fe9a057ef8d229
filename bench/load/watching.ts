import { setTimeout as sleep } from 'node:timers/promises'
import os from 'node:os'
import { waitedOf } from '../grown/cpu.ts'

/**
 * One look at the server's own metrics: how late its event loop was since the last look, in ms, and its memory in MB.
 * `waited`: the share of the time in which its main thread had work and no processor.
 */
export type Look = {
  at: number
  loop: { p50: number; p99: number; most: number }
  waited: number
  memory: number
  heap: number
  waiting: number
  load: number
}

const EVERY_MS = 10_000

/** Looks every ten seconds until `signal` says that it is over. */
export async function watch(server: string, token: string, pid: number, signal: AbortSignal): Promise<Look[]> {
  const looks: Look[] = []
  const since = Date.now()
  // What was before is told, and forgotten.
  await metricsOf(server, token)
  let last = { waited: waitedOf(pid), at: performance.now() }
  for (;;) {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return looks
    const value = await metricsOf(server, token)
    const late = (quantile: string) => value(`marquee_event_loop_lag_seconds{quantile="${quantile}"}`) * 1000
    const now = { waited: waitedOf(pid), at: performance.now() }
    looks.push({
      at: Date.now() - since,
      loop: { p50: late('0.5'), p99: late('0.99'), most: late('1') },
      waited: (now.waited - last.waited) / (now.at - last.at),
      memory: value('process_resident_memory_bytes') / 2 ** 20,
      heap: value('marquee_heap_used_bytes') / 2 ** 20,
      waiting: value('marquee_database_waiting'),
      load: os.loadavg()[0]!,
    })
    last = now
  }
}

async function metricsOf(server: string, token: string): Promise<(name: string) => number> {
  const answer = await fetch(`${server}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`The server answers its metrics with ${answer.status}`)
  const lines = (await answer.text()).split('\n')
  return (name) => {
    const line = lines.find((one) => one.startsWith(`${name} `))
    if (!line) throw new Error(`The server has no metric ${name}`)
    return Number(line.slice(name.length + 1).split(' ')[0])
  }
}
