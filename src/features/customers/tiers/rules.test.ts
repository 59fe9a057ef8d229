import { expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import { messages, planErrors, type PlanDraft } from './rules.ts'

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
  [{ product_price: '1.005' }, { product_price: UNCLEAR }],
  [{ product_price: '10000000.01' }, { product_price: messages.badPrice }],
  [{ product_price: 'free' }, { product_price: UNCLEAR }],
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
