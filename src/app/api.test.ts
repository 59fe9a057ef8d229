import { expect, test } from 'vitest'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { everyEndpoint } from './server-features.ts'

test('every call says what it is for, and what it takes from its path', () => {
  for (const endpoint of everyEndpoint) {
    expect(endpoint.summary, endpoint.path).toMatch(/^[A-Z]/)
    expect(Boolean(endpoint.params), endpoint.path).toBe(endpoint.path.includes('{'))
  }
})

/** Lists that must be as they are now: what is in them is acted on at once. */
const EXACT = [
  'privacy.duplicates',
  'feed.records',
  'feed.recordsCsv',
  'feed.corrections',
  'feed.correctionsCsv',
  'connections.failedEmails',
  'reports.sharedCsv',
  'bulk-actions.list',
  'bulk-actions.rows',
  'bulk-actions.rowsCsv',
  'imports.refusedCsv',
]
const fieldsOf = ({ reply }: Endpoint) =>
  Object.keys((reply as { _zod: { def: { shape?: object } } } | undefined)?._zod.def.shape ?? {})

test('every list and every export says that a replica may answer it, and only a read does', () => {
  const lists = everyEndpoint.filter(
    (row) => row.method === 'GET' && (row.stream === 'text/csv' || fieldsOf(row).includes('totalCount')),
  )
  expect(lists.length).toBeGreaterThan(60)
  expect(new Set(lists.filter(({ allowReplica }) => !allowReplica).map(nameOf))).toEqual(new Set(EXACT))
  expect(everyEndpoint.filter(({ method, allowReplica }) => allowReplica && method !== 'GET')).toEqual([])
})
