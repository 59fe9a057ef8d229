import { expect, test } from 'vitest'
import { isSame, valueOf } from './useForm.ts'

const event = (currentTarget: object) => ({ nativeEvent: {}, currentTarget })

test('accepts an event or a value', () => {
  expect(valueOf(event({ type: 'text', value: 'Ada' }))).toBe('Ada')
  expect(valueOf(event({ type: 'checkbox', value: 'on', checked: false }))).toBe(false)
  for (const value of ['', null, 0, 12, ['Drama'], { userId: 7 }]) expect(valueOf(value)).toBe(value)
})

test('is clean when its values equal the start', () => {
  const cast = [{ name: 'Ada', order: 0 }]
  expect(isSame({ title: 'A', cast }, { title: 'A', cast: structuredClone(cast) })).toBe(true)
  expect(isSame({ title: 'A', cast }, { title: 'A', cast: [{ name: 'Eze', order: 0 }] })).toBe(false)
  expect(isSame({ cast }, { cast: [...cast, ...cast] })).toBe(false)
  expect(isSame({ price: undefined }, {})).toBe(false)
  expect(isSame([], {})).toBe(false)
  expect(isSame(null, {})).toBe(false)
  expect(isSame(new File(['a'], 'a'), new File(['a'], 'a'))).toBe(false)
})
