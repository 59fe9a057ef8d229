import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKBOOK } from '#contract/workbook.ts'
import { admins } from '#features/access/admins/contract.ts'
import { person } from '#features/access/approvals/server/test/office.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { testServer, type TestServer } from '../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

// ASVS: 2.4.1, 15.2.2
test('allows a person sixty files in ten minutes, and others theirs', async () => {
  const statuses = new Map<number, number>()
  for (let n = 0; n < 61; n++) {
    const { status } = await server.call(admins.csv)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [200, 60],
    [429, 1],
  ])
  expect((await server.call(admins.csv)).problem.message).toContain('Too many exports')
  expect((await server.call(admins.csv, { as: 'admin' })).status).toBe(200)
  expect((await server.call(admins.list)).status).toBe(200)
})

test('sends a workbook to a caller that accepts one, and CSV to all others', async () => {
  const [csv, workbook] = [
    await server.call(admins.csv, { as: 'admin', headers: { accept: '*/*' } }),
    await server.call(admins.csv, { as: 'admin', headers: { accept: `${WORKBOOK}, text/csv;q=0.5` } }),
  ]
  expect([csv.headers['content-type'], csv.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="admins.csv"',
  ])
  expect([workbook.status, workbook.headers['content-type'], workbook.headers['content-disposition']]).toEqual([
    200,
    WORKBOOK,
    'attachment; filename="admins.xlsx"',
  ])
  expect([csv.headers.vary, workbook.headers.vary]).toEqual(['accept', 'accept'])
})

// ASVS: 8.2.1
test('requires the permission of the file for a list without pages, and counts it as an export', async () => {
  const reader = await person(server, 'Reads Lists', ['tickets:read', 'cubes:read'])
  const exporter = await person(server, 'Makes Files', ['tickets:read', 'tickets:export', 'cubes:read', 'cubes:export'])
  for (const [row, page] of [
    [tickets.breakdown, { page: 1, perPage: 10 }],
    [cubes.bookings, { page: 1 }],
  ] as const) {
    expect((await reader.call(row, { query: page })).status).toBe(200)
    const { status, problem } = await reader.call(row, { query: {} })
    expect([status, problem.message]).toEqual([403, expect.stringContaining('You do not have permission')])
    expect((await exporter.call(row, { query: {} })).status).toBe(200)
  }
  for (let n = 2; n < 60; n++) await exporter.call(cubes.bookings, { query: {} })
  expect((await exporter.call(tickets.breakdown, { query: {} })).status).toBe(429)
})
