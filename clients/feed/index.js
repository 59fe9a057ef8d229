import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @import { Counts, Feed, Outcome, State, RecordType } from './index.d.ts'
 * @typedef {{ id: string | null, text: string, bytes: number, resolve: (outcome: Outcome) => void, reject: (error: unknown) => void }} Queued
 * @typedef {Record<State, number> & { lines: (Outcome & { line: number })[], passed_over?: string[] }} Answer
 * @typedef {{ status?: number, message: string, after?: number | undefined, data?: Answer }} Asked
 */

const MOST_LINES = 5000
const FIRST_PAUSE = 0.5
const LONGEST_PAUSE = 60

/** @returns {Counts} */
const noLines = () => ({ accepted: 0, duplicate: 0, pending: 0, quarantined: 0, rejected: 0 })

export class FeedError extends Error {
  name = 'FeedError'
  /** @param {string} message @param {{ recordType: RecordType, status?: number, cause?: unknown }} about */
  constructor(message, { recordType, status, cause }) {
    super(message, { cause })
    this.recordType = recordType
    this.status = status
  }
}

/** @type {typeof import('./index.js').connectFeed} */
export const connectFeed = (options) => {
  const { key, timeout = 120, retryTimeout = 900, signal, onRetry } = options
  const batchLines = Math.max(1, Math.min(options.batchLines ?? 2000, MOST_LINES))
  let batchBytes = options.batchBytes ?? 8 * 1024 * 1024
  const parameters = new URLSearchParams()
  if (options.dryRun) parameters.set('dry_run', 'true')
  if (options.strict) parameters.set('strict', 'true')
  const query = parameters.size ? `?${parameters}` : ''
  const base = options.url.replace(/\/+$/, '')
  /** @type {Map<RecordType, Queued[]>} */
  const pending = new Map()
  /** @type {Partial<Record<RecordType, Counts>>} */
  const counts = {}
  /** @type {Map<RecordType, Set<string>>} */
  const passedOver = new Map()

  /** Sends a body once. @param {RecordType} recordType @param {string} body @returns {Promise<Asked>} */
  async function ask(recordType, body) {
    const until = AbortSignal.timeout(timeout * 1000)
    try {
      const answer = await fetch(`${base}/api/feed/${recordType}${query}`, {
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
        return answered?.data
          ? { status, message: '', data: answered.data }
          : { message: 'The answer is not that of a feed' }
      return {
        status,
        message: answered?.message ?? `It answered ${status}`,
        after: secondsOf(headers.get('retry-after')),
      }
    } catch (error) {
      signal?.throwIfAborted()
      return { message: until.aborted ? `No answer within ${timeout} seconds` : `No answer: ${reasonOf(error)}` }
    }
  }

  /**
   * Sends a batch until it is answered: what arrived before its answer was lost is a duplicate then.
   * @param {RecordType} recordType @param {readonly Queued[]} batch @returns {Promise<void>}
   */
  async function deliver(recordType, batch) {
    const until = Date.now() + retryTimeout * 1000
    const body = batch.map(({ text }) => text).join('\n')
    for (let attempt = 0; ; attempt++) {
      const { status, message, after, data } = await ask(recordType, body)
      if (data) return settle(recordType, batch, data)
      if (status === 413) return sendLess(recordType, batch, message)
      const isPassing = status === undefined || status === 408 || status === 429 || status >= 500
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + Math.random() / 2)
      const seconds = after === undefined ? pause : after + Math.random() * FIRST_PAUSE
      if (!isPassing || Date.now() + seconds * 1000 > until)
        throw new FeedError(message, { recordType, ...(status !== undefined && { status }) })
      onRetry?.({ recordType, lines: batch.length, reason: message, ...(status !== undefined && { status }), seconds })
      await sleep(seconds * 1000, undefined, signal && { signal })
    }
  }

  /** Sends what is too large in halves. @param {RecordType} recordType @param {readonly Queued[]} batch @param {string} message */
  async function sendLess(recordType, batch, message) {
    const half = Math.ceil(batch.length / 2)
    if (batch.length === 1)
      return settle(recordType, batch, {
        ...noLines(),
        rejected: 1,
        lines: [{ line: 1, id: batch[0]?.id ?? null, state: 'rejected', reason: message }],
      })
    batchBytes = Math.ceil(batch.reduce((sum, { bytes }) => sum + bytes, 0) / 2)
    await deliver(recordType, batch.slice(0, half))
    await deliver(recordType, batch.slice(half))
  }

  /** Tells each line's sender what became of it. @param {RecordType} recordType @param {readonly Queued[]} batch @param {Answer} answer */
  function settle(recordType, batch, answer) {
    const sums = (counts[recordType] ??= noLines())
    for (const state of /** @type {State[]} */ (Object.keys(sums))) sums[state] += answer[state]
    if (answer.passed_over)
      passedOver.set(recordType, new Set([...(passedOver.get(recordType) ?? []), ...answer.passed_over]))
    const others = new Map(answer.lines.map(({ line, ...outcome }) => [line, outcome]))
    for (const [index, { id, resolve }] of batch.entries()) resolve(others.get(index + 1) ?? { id, state: 'accepted' })
  }

  /** Sends what waits of a stream, batch after batch. @param {RecordType} recordType @param {Queued[]} queue */
  async function drain(recordType, queue) {
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
        await deliver(recordType, batch)
      }
    } catch (error) {
      // One that was settled already stays so.
      for (const { reject } of [...batch, ...queue]) reject(error)
    } finally {
      pending.delete(recordType)
    }
  }

  /** @param {RecordType} recordType @param {readonly object[]} lines @returns {Promise<Outcome>[]} */
  function enqueue(recordType, lines) {
    const json = lines.map((line) => JSON.stringify(line))
    const queue = pending.get(recordType) ?? []
    const outcomes = json.map(
      (text, index) =>
        new Promise((resolve, reject) => {
          const id = /** @type {{ id?: unknown } | null} */ (lines[index])?.id
          const bytes = Buffer.byteLength(text) + 1
          queue.push({ id: typeof id === 'string' ? id : null, text, bytes, resolve, reject })
        }),
    )
    if (!pending.has(recordType)) {
      pending.set(recordType, queue)
      setImmediate(drain, recordType, queue)
    }
    return outcomes
  }

  /** @type {Feed} */
  return {
    send: (recordType, line) => /** @type {Promise<Outcome>} */ (enqueue(recordType, [line])[0]),
    async *sendAll(recordType, lines) {
      /** @type {any[]} */
      let some = []
      const answered = async () => {
        const outcomes = await Promise.all(enqueue(recordType, some))
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
    passedOver: (recordType) => [...(passedOver.get(recordType) ?? [])],
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
