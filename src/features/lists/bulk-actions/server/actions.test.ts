import { expect, test } from 'vitest'
import { nameOf } from '#contract/endpoint.ts'
import { imperative, type AuditSummary } from '#server/audit/summary.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { STATUSES } from '#features/rooms/cubes/rules.ts'
import { ACTIONS } from '../actions.ts'
import { IMPORTS } from '../kind-rules.ts'
import { IMPORT_LISTS, LISTS } from '../lists.ts'

test('rows can be selected in the lists that have an action, by whoever may do one', () => {
  const lists: Record<string, string[]> = {}
  for (const { file, call } of Object.values(ACTIONS))
    lists[nameOf(file)] = [
      ...new Set([
        ...(lists[nameOf(file)] ?? []),
        ...(call.permission === 'superadmin' ? [call.permission] : permissionsOf(call.permission)),
      ]),
    ]
  expect(LISTS).toEqual(lists)
})

test('files are imported into the lists of their actions, by whoever may do it to one', () => {
  const lists = Object.entries(IMPORTS).map(([action, { file, call }]) => [
    nameOf(file),
    { action, permission: call.permission },
  ])
  expect(IMPORT_LISTS).toEqual(Object.fromEntries(lists))
})

test('fields of an import have one name each, and those that it needs are among them', () => {
  for (const { fields, needs, place = [], file } of Object.values(IMPORTS)) {
    const names = fields.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(needs.flat()))
    const shapeOf = (of: unknown) => (of as { shape?: object } | undefined)?.shape
    const known = Object.keys({ ...shapeOf(file.params), ...shapeOf(file.query) })
    expect(known).toEqual(expect.arrayContaining([...place]))
  }
})

test('a list is asked for what its file is asked for', () => {
  const shape = (of: unknown) => Object.keys((of as { shape: object }).shape)
  for (const { list, file, reads } of Object.values(ACTIONS)) {
    if (reads) continue
    const known = shape(list.query)
    expect(shape(file.query).filter((name) => !['columns', 'ids', ...known].includes(name))).toEqual([])
  }
})

/** Calls that have one transaction of their own, as they are asked for many rows: they wait for nobody outside. */
const IN_ONE = ['cubes.setStatus']

test('what is done to many rows takes no file', () => {
  for (const { call, undo } of [...Object.values(ACTIONS), ...Object.values(IMPORTS)])
    for (const one of [call, ...(undo ? [undo.call] : [])])
      expect([nameOf(one), one.files]).toEqual([nameOf(one), undefined])
})

test('what a line of a file becomes is no call that somebody confirms first', () => {
  for (const { call, undo } of Object.values(IMPORTS))
    expect([nameOf(call), call.reauthenticate, undo?.call.reauthenticate]).toEqual([nameOf(call), undefined, undefined])
})

test('what is done to the rows of a list, or taken back, waits for nobody outside', () => {
  const calls = [
    ...Object.values(ACTIONS).flatMap(({ call, undo }) => [call, ...(undo ? [undo.call] : [])]),
    ...Object.values(IMPORTS).map(({ undo }) => undo!.call),
  ].filter((call) => !IN_ONE.includes(nameOf(call)))
  for (const call of calls) expect([nameOf(call), call.transaction]).toEqual([nameOf(call), undefined])
})

test('a booking that is paid back is asked for by itself: that waits for the payment provider', () => {
  for (const [name, { ask }] of Object.entries(ACTIONS).filter(([name]) => name.startsWith('cubes.')))
    for (const status of STATUSES) {
      const row = { id: '1', title: '', version: 1, undo: { status } }
      expect([name, ask(row, {}).body]).not.toEqual([name, expect.objectContaining({ status: 'Refunded' })])
    }
})

test('each action begins its audit summary with a verb of the audit log', () => {
  const summaries = [...Object.values(ACTIONS), ...Object.values(IMPORTS)].map(({ done }) => `${done} rows`)
  expect(summaries.filter((summary) => imperative(summary as AuditSummary).startsWith('undefined'))).toEqual([])
})
