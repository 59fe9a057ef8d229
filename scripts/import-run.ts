import { createWriteStream, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '../src/contract/endpoint.ts'
import { API_BASE } from '../src/contract/base.ts'
import type { feed } from '../src/features/operations/feed/contract.ts'
import { OUTCOMES, type OutcomeState, type RecordType } from '../src/features/operations/feed/rules.ts'
import type { Format, Item } from './import-formats.ts'
import { Stopped } from './import-stopped.ts'

export { Stopped }

type Reply = Output<(typeof feed)['ingest']['reply']>
export type Counts = Record<OutcomeState, number>
type Order = { stream: RecordType; file: string; format: Format; batch: number; url: string; key: string }
/** How far it is, as a share of the file. */
type OnProgress = (share: number, counts: Counts) => void

/** Well below what the server takes at a time. */
const BATCH_BYTES = 8 * 1024 * 1024
/** The seconds between the tries of a batch that was not answered. */
const PAUSES = [0.2, 1, 3, 9, 27]

/**
 * Tells a file batch by batch. What is refused is written beside it as it comes.
 * @throws Stopped when the server does not take the batches, or cannot be reached
 */
export async function importFile(
  order: Order,
  onProgress: OnProgress,
): Promise<{ counts: Counts; refusedFile: string; passedOver: string[] }> {
  const { file, format, stream } = order
  const refusedFile = `${file}.refused${format.ending}`
  rmSync(refusedFile, { force: true })
  const size = statSync(file).size
  const counts = Object.fromEntries(OUTCOMES.map((state) => [state, 0])) as Counts
  const refused = createWriteStream(refusedFile, { flags: 'w' })
  const refuse = async (item: Item, reason: string) => {
    if (!refused.write(item.refused(reason))) await once(refused, 'drain')
  }
  let read = 0
  let isKnown = false
  const passedOver = new Set<string>()

  const ingestAll = async (items: readonly Item[]) => {
    const good = items.filter((item) => !item.bad)
    const answer = good.length ? await ingest(order, good, isKnown) : undefined
    isKnown ||= Boolean(answer)
    // A file of what was refused has its reasons beside its fields.
    for (const field of answer?.passed_over ?? []) if (field !== 'refused') passedOver.add(field)
    for (const state of OUTCOMES) counts[state] += answer?.[state] ?? 0
    const reasons = new Map(answer?.lines.map(({ line, reason }) => [good[line - 1]!, reason]))
    for (const item of items) {
      if (item.bad) counts.rejected++
      const reason = item.bad ?? reasons.get(item)
      if (reason) await refuse(item, reason)
    }
    onProgress(size ? read / size : 1, counts)
  }

  try {
    for await (const items of batches(
      format.items(file, stream, (bytes) => (read += bytes)),
      order.batch,
    ))
      await ingestAll(items)
  } finally {
    refused.end()
    await finished(refused)
    if (!counts.rejected) rmSync(refusedFile, { force: true })
  }
  return { counts, refusedFile, passedOver: [...passedOver] }
}

async function* batches(items: AsyncIterable<Item>, size: number): AsyncIterable<Item[]> {
  let batch: Item[] = []
  let bytes = 0
  for await (const item of items) {
    batch.push(item)
    bytes += Buffer.byteLength(item.text)
    if (batch.length < size && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length) yield batch
}

/** Sends a batch, again after a while when no answer came: what arrived is a duplicate then. The first is not waited for. */
async function ingest({ stream, url, key }: Order, items: readonly Item[], isKnown: boolean): Promise<Reply> {
  const address = `${url.replace(/\/+$/, '')}${API_BASE}/feed/${stream}`
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: items.map(({ text }) => text).join('\n'),
    }).catch((error: Error) => error)
    const body = answer instanceof Response ? await answer.json().catch(() => null) : null
    if (answer instanceof Response && answer.ok && body) return (body as { data: Reply }).data
    const reason =
      answer instanceof Response
        ? ((body as { message?: string } | null)?.message ?? `The server returned status ${answer.status}`)
        : `No server responds at ${url}`
    const isPassing = !(answer instanceof Response) || answer.status === 429 || answer.status >= 500
    if (!isPassing || !isKnown || attempt >= PAUSES.length)
      throw new Stopped(
        `${reason}${/[.!?]$/.test(reason) ? '' : '.'} Run the same command again: no record is imported twice.`,
      )
    await sleep(PAUSES[attempt]! * 1000)
  }
}
