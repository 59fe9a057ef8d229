import { expect, test } from 'vitest'
import { messages, planErrors, typedNumber, type PlanDraft } from './rules.ts'

const good: PlanDraft = {
  product_name: 'Buff',
  product_price: '9,000.50',
  tickets: '4',
  concession_discount: '10',
  is_multi_user: false,
  place: '1',
}

test('a good plan has nothing wrong', () => expect(planErrors(good)).toEqual({}))

test.each([
  [{ product_name: '  ' }, { product_name: messages.noName }],
  [{ product_price: '' }, { product_price: messages.noPrice }],
  [{ product_price: '-1' }, { product_price: messages.badPrice }],
  [{ product_price: '1.005' }, { product_price: messages.badPrice }],
  [{ product_price: '10000000.01' }, { product_price: messages.badPrice }],
  [{ product_price: 'free' }, { product_price: messages.badPrice }],
  [{ tickets: ' ' }, { tickets: messages.noTickets }],
  [{ tickets: '2.5' }, { tickets: messages.badTickets }],
  [{ tickets: '1001' }, { tickets: messages.badTickets }],
  [{ concession_discount: '' }, { concession_discount: messages.noDiscount }],
  [{ concession_discount: '101' }, { concession_discount: messages.badDiscount }],
  [{ place: '0' }, { place: messages.badPlace }],
] as [Partial<PlanDraft>, object][])('%j is answered with %j', (wrong, expected) => {
  expect(planErrors({ ...good, ...wrong })).toEqual(expected)
})

test('nothing is wrong at the bounds', () => {
  const bounds = { product_price: '10000000', tickets: '0', concession_discount: '100' }
  expect(planErrors({ ...good, ...bounds })).toEqual({})
  expect(planErrors({ ...good, product_price: '0', tickets: '1000', concession_discount: '0' })).toEqual({})
})

test('a number as people type it', () => {
  expect([' 12,500.50 ', '12 500', '7', '', '4x'].map(typedNumber)).toEqual([12_500.5, 12_500, 7, NaN, NaN])
})
