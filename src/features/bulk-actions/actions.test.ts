import { expect, test } from 'vitest'
import { asked } from '#contract/permissions.ts'
import { ACTIONS } from './actions.ts'
import { LISTS } from './rules.ts'

const nameOf = ({ feature, name }: { feature: string; name: string }) => `${feature}.${name}`

test('rows can be selected in the lists that have an action, by whoever may do one', () => {
  const lists: Record<string, string[]> = {}
  for (const { file, call } of Object.values(ACTIONS))
    lists[nameOf(file)] = [...new Set([...(lists[nameOf(file)] ?? []), ...asked(call.may)])]
  expect(LISTS).toEqual(lists)
})

test('a list is asked for what its file is asked for', () => {
  const shape = (of: unknown) => Object.keys((of as { shape: object }).shape)
  for (const { list, file } of Object.values(ACTIONS)) {
    const known = shape(list.query)
    expect(shape(file.query).filter((name) => name !== 'columns' && !known.includes(name))).toEqual([])
  }
})

test('what is done to many rows waits for nobody outside, and is no call that somebody confirms first', () => {
  for (const { call, undo } of Object.values(ACTIONS))
    for (const one of [call, ...(undo ? [undo.call] : [])])
      expect([nameOf(one), one.transaction, one.files, one.stepUp]).toEqual([
        nameOf(one),
        undefined,
        undefined,
        undefined,
      ])
})
