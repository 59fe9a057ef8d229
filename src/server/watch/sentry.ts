import type { SentrySettings } from '../env.ts'
import type { Fault } from '../failures.ts'
import { VERSION } from '../version.ts'

const WAITING_MOST = 100
const TIMEOUT_MS = 5000
const REST_MS = 60_000
/** `at name (file:1:2)`, `at file:1:2` */
const FRAME = /^ *at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/

/**
 * Sends errors to Sentry or a compatible service (GlitchTip), one after another: the masked error and its place,
 * without ids, addresses or requests. No caller waits. A rejected event is lost, and sending then pauses.
 */
export function sentry(
  { dsn: { url, key }, environment }: SentrySettings,
  { masked, onLost }: { masked: (text: string) => string; onLost: (error: unknown) => void },
) {
  const waiting: Fault[] = []
  let sending: Promise<void> | undefined
  let restsUntil = -Infinity

  async function sendAll() {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      if (performance.now() < restsUntil) continue
      try {
        await send(fault)
      } catch (error) {
        restsUntil = performance.now() + REST_MS
        onLost(error)
      }
    }
    sending = undefined
  }

  async function send(fault: Fault) {
    const id = fault.id.replaceAll('-', '')
    const event = {
      event_id: id,
      timestamp: fault.at,
      platform: 'node',
      level: 'error',
      release: `marquee@${VERSION}`,
      environment,
      transaction: fault.component,
      exception: { values: [exceptionOf(fault, masked)] },
    }
    const lines = [{ event_id: id, sent_at: new Date().toISOString() }, { type: 'event' }, event]
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=marquee/${VERSION}, sentry_key=${key}`,
      },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`Sentry answered ${answer.status}`)
  }

  return {
    report: (faults: readonly Fault[]) => {
      waiting.push(...faults.slice(0, WAITING_MOST - waiting.length))
      sending ??= sendAll()
    },
    /** Resolves when all waiting events are sent or lost. */
    settled: async () => sending,
  }
}

function exceptionOf({ message, stack }: Fault, masked: (text: string) => string) {
  const [, type = 'Error', value = message] = /^(\w+): (.*)$/s.exec(message) ?? []
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, file, row, column] = FRAME.exec(line) ?? []
    if (file === undefined) return []
    const isOwn = !/node_modules|^node:/.test(file)
    return [{ function: name, filename: file, lineno: Number(row), colno: Number(column), in_app: isOwn }]
  })
  // Because Sentry expects the last call at the end.
  return { type, value: masked(value), stacktrace: { frames: frames.toReversed() } }
}
