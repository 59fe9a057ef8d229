import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @import { Counts, Feed, Outcome, State, Stream } from './index.d.ts'
 * @typedef {{ id: string | null, text: string, bytes: number, resolve: (outcome: Outcome) => void, reject: (error: unknown) => void }} Queued
 * @typedef {Record<State, number> & { lines: (Outcome & { line: number })[], passed_over?: string[] }} Answer
 * @typedef {{ status?: number, why: string, after?: number | undefined, data?: Answer }} Asked
 */

const MOST_LINES = 5000
const FIRST_PAUSE = 0.5
const LONGEST_PAUSE = 60

/** @returns {Counts} */
const noLines = () => ({ accepted: 0, duplicate: 0, waiting: 0, held: 0, refused: 0 })

export class FeedError extends Error {
  name = 'FeedError'
  /** @param {string} why @param {{ stream: Stream, status?: number, cause?: unknown }} about */
  constructor(why, { stream, status, cause }) {
    super(why, { cause })
    this.stream = stream
    this.status = status
  }
}

/** @type {typeof import('./index.js').connectFeed} */
export const connectFeed = (options) => {
  const { key, timeout = 120, patience = 900, signal, onRetry } = options
  const batchLines = Math.max(1, Math.min(options.batchLines ?? 2000, MOST_LINES))
  let batchBytes = options.batchBytes ?? 8 * 1024 * 1024
  const asked = new URLSearchParams()
  if (options.dryRun) asked.set('dry_run', 'true')
  if (options.strict) asked.set('strict', 'true')
  const query = asked.size ? `?${asked}` : ''
  const base = options.url.replace(/\/+$/, '')
  /** @type {Map<Stream, Queued[]>} */
  const waiting = new Map()
  /** @type {Partial<Record<Stream, Counts>>} */
  const counts = {}
  /** @type {Map<Stream, Set<string>>} */
  const passedOver = new Map()

  /** Sends a body once. @param {Stream} stream @param {string} body @returns {Promise<Asked>} */
  async function ask(stream, body) {
    const until = AbortSignal.timeout(timeout * 1000)
    try {
      const answer = await fetch(`${base}/api/feed/${stream}${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body,
        signal: signal ? AbortSignal.any([until, signal]) : until,
      })
      const { status, headers } = answer
      const text = await answer.text()
      /** @type {{ message?: string, data?: Answer } | null} */
      const answered = parsed(text)
      if (answer.ok)
        return answered?.data ? { status, why: '', data: answered.data } : { why: 'The answer is not that of a feed' }
      return { status, why: answered?.message ?? `It answered ${status}`, after: secondsOf(headers.get('retry-after')) }
    } catch (error) {
      signal?.throwIfAborted()
      return { why: until.aborted ? `No answer within ${timeout} seconds` : `No answer: ${reasonOf(error)}` }
    }
  }

  /**
   * Sends a batch until it is answered: what arrived before its answer was lost is a duplicate then.
   * @param {Stream} stream @param {readonly Queued[]} batch @returns {Promise<void>}
   */
  async function deliver(stream, batch) {
    const until = Date.now() + patience * 1000
    const body = batch.map(({ text }) => text).join('\n')
    for (let tried = 0; ; tried++) {
      const { status, why, after, data } = await ask(stream, body)
      if (data) return settle(stream, batch, data)
      if (status === 413) return sendLess(stream, batch, why)
      const isPassing = status === undefined || status === 408 || status === 429 || status >= 500
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tried) * (0.5 + Math.random() / 2)
      const seconds = after === undefined ? pause : after + Math.random() * FIRST_PAUSE
      if (!isPassing || Date.now() + seconds * 1000 > until)
        throw new FeedError(why, { stream, ...(status !== undefined && { status }) })
      onRetry?.({ stream, lines: batch.length, why, ...(status !== undefined && { status }), seconds })
      await sleep(seconds * 1000, undefined, signal && { signal })
    }
  }

  /** Sends what is too large in halves. @param {Stream} stream @param {readonly Queued[]} batch @param {string} why */
  async function sendLess(stream, batch, why) {
    const half = Math.ceil(batch.length / 2)
    if (batch.length === 1)
      return settle(stream, batch, {
        ...noLines(),
        refused: 1,
        lines: [{ line: 1, id: batch[0]?.id ?? null, state: 'refused', reason: why }],
      })
    batchBytes = Math.ceil(batch.reduce((sum, { bytes }) => sum + bytes, 0) / 2)
    await deliver(stream, batch.slice(0, half))
    await deliver(stream, batch.slice(half))
  }

  /** Tells each line's sender what became of it. @param {Stream} stream @param {readonly Queued[]} batch @param {Answer} answer */
  function settle(stream, batch, answer) {
    const sums = (counts[stream] ??= noLines())
    for (const state of /** @type {State[]} */ (Object.keys(sums))) sums[state] += answer[state]
    if (answer.passed_over) passedOver.set(stream, new Set([...(passedOver.get(stream) ?? []), ...answer.passed_over]))
    const others = new Map(answer.lines.map(({ line, ...outcome }) => [line, outcome]))
    for (const [index, { id, resolve }] of batch.entries()) resolve(others.get(index + 1) ?? { id, state: 'accepted' })
  }

  /** Sends what waits of a stream, batch after batch. @param {Stream} stream @param {Queued[]} queue */
  async function drain(stream, queue) {
    /** @type {Queued[]} */
    let batch = []
    try {
      while (queue.length) {
        let [lines, bytes] = [0, 0]
        while (
          lines < queue.length &&
          lines < batchLines &&
          (!lines || bytes + (queue[lines]?.bytes ?? 0) <= batchBytes)
        )
          bytes += queue[lines++]?.bytes ?? 0
        batch = queue.splice(0, lines)
        await deliver(stream, batch)
      }
    } catch (error) {
      // One that was settled already stays so.
      for (const { reject } of [...batch, ...queue]) reject(error)
    } finally {
      waiting.delete(stream)
    }
  }

  /** @param {Stream} stream @param {readonly object[]} lines @returns {Promise<Outcome>[]} */
  function enqueue(stream, lines) {
    const texts = lines.map((line) => JSON.stringify(line))
    const queue = waiting.get(stream) ?? []
    const outcomes = texts.map(
      (text, index) =>
        new Promise((resolve, reject) => {
          const id = /** @type {{ id?: unknown } | null} */ (lines[index])?.id
          const bytes = Buffer.byteLength(text) + 1
          queue.push({ id: typeof id === 'string' ? id : null, text, bytes, resolve, reject })
        }),
    )
    if (!waiting.has(stream)) {
      waiting.set(stream, queue)
      setImmediate(drain, stream, queue)
    }
    return outcomes
  }

  /** @type {Feed} */
  return {
    send: (stream, line) => /** @type {Promise<Outcome>} */ (enqueue(stream, [line])[0]),
    async *sendAll(stream, lines) {
      /** @type {any[]} */
      let some = []
      const answered = async () => {
        const outcomes = await Promise.all(enqueue(stream, some))
        return outcomes.map((outcome, index) => ({ ...outcome, line: some[index] }))
      }
      for await (const line of lines) {
        if (some.push(line) < batchLines) continue
        yield* await answered()
        some = []
      }
      if (some.length) yield* await answered()
    },
    counts: () => structuredClone(counts),
    passedOver: (stream) => [...(passedOver.get(stream) ?? [])],
  }
}

/** @param {string} text */
const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `Retry-After` is a number of seconds or a date. @param {string | null} header */
const secondsOf = (header) => {
  if (!header) return
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** @param {unknown} error */
const reasonOf = (error) => {
  const { message, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error)
  return cause?.code ?? message
}
