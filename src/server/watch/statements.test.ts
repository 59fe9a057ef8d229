import { expect, test } from 'vitest'
import { operationOf, withoutValues } from './statements.ts'

test.each([
  ['select * from admins where email = $1 limit $12', 'select * from admins where email = $1 limit $12'],
  [`select 'O''Neil', E'a\\'b', t1.c2 from x`, 'select ?, ?, t1.c2 from x'],
  ['update a set n = 42, f = 1.5 where id = 7', 'update a set n = ?, f = ? where id = ?'],
  ['do $$ select 1 $$', 'do ?'],
  [`select $x$it's$x$ || 'ada@mail.example'`, 'select ? || ?'],
])('reports %s as %s', (text, label) => {
  expect(withoutValues(text)).toBe(label)
})

test('cuts a long statement', () => {
  expect(withoutValues(`select ${'a'.repeat(5000)}`)).toHaveLength(2000)
})

test.each([
  ['\n   select 1', 'SELECT'],
  ['begin', 'BEGIN'],
  ['(select 1) union (select 2)', 'SELECT'],
  ['', 'STATEMENT'],
])('classifies %j as %s', (text, operation) => {
  expect(operationOf(text)).toBe(operation)
})
