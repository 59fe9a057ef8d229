import { expect, test } from 'vitest'
import { linesOf } from '#server/http/ndjson.ts'
import { SLICE } from '#server/slices.ts'
import { turnsDuring } from '#server/test/event-loop-turns.ts'
import { BATCH_LINES } from '../rules.ts'
import { ingest } from './ingest.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const line = (n: number) => ({ id: `v${n}`, at: '2026-11-20T18:30:00+01:00', channel: 'web', surplus: n })
const batch = Array.from({ length: BATCH_LINES }, (_, n) => line(n))
/** Accepts every record. */
const context = {
  write: async () => batch.map(() => ({ state: 'accepted' })),
  source: 'shop',
  zone: 'Africa/Lagos',
  now: NOW,
  log: {},
} as never

test('yields to other work while the largest batch is read', async () => {
  const text = batch.map((one) => JSON.stringify(one)).join('\n')
  const parsed = await turnsDuring(() => linesOf(text))
  expect(parsed.result).toEqual(batch)
  const ingested = await turnsDuring(() => ingest(context, 'visits', parsed.result))
  expect(ingested.result).toMatchObject({ accepted: BATCH_LINES, lines: [], passed_over: ['surplus'] })
  for (const { turns } of [parsed, ingested]) expect(turns).toBeGreaterThanOrEqual(BATCH_LINES / SLICE - 1)
})
