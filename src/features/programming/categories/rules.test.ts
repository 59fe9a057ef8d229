import { expect, test } from 'vitest'
import { categoryErrors, messages } from './rules.ts'

test.each(['', ' ', ' \t'])('a category has a name, which %j is not', (name) =>
  expect(categoryErrors({ name })).toEqual({ name: messages.noName }),
)

test('any other will do', () => expect(categoryErrors({ name: ' Gala ' })).toEqual({}))
