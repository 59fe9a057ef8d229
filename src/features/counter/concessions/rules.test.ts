import { describe, expect, test } from 'vitest'
import { arranged, comboErrors, comboProblems, costOf, messages, wrongOwnPrice, wrongPrice } from './rules.ts'

test.each([
  [0, undefined],
  [0.01, undefined],
  [1999.99, undefined],
  [10_000_000, undefined],
  [10_000_000.01, messages.badPrice],
  [-0.01, messages.badPrice],
  [0.001, messages.badPrice],
  [NaN, messages.badPrice],
  [Infinity, messages.badPrice],
])('a price of %d: %s', (naira, wrong) => {
  expect(wrongPrice(naira)).toBe(wrong)
})

test('a price that staff set is above nothing', () => {
  expect([0, 0.01, NaN].map(wrongOwnPrice)).toEqual(['Enter a price above ₦0', undefined, messages.badPrice])
})

describe('a combo', () => {
  const part = (product_name: string, display_price: number, more = {}) => ({
    product_name,
    display_price,
    isActive: true,
    isSold: true,
    ...more,
  })
  const combo = (display_price: number) => part('Combo', display_price)

  test('needs a title and an item', () => {
    expect(comboErrors({ title: null, items: [] })).toEqual({
      title: 'Choose a title',
      items: 'Choose at least one item',
    })
    expect(comboErrors({ title: '00501', items: ['00101'] })).toEqual({})
  })

  test('costs at most what its parts cost, to the kobo', () => {
    const parts = [part('A', 0.1), part('B', 0.2)]
    expect(costOf(parts)).toBe(0.3)
    expect(comboProblems(combo(0.3), parts)).toEqual([])
    expect(comboProblems(combo(0.31), parts)).toEqual(['Costs ₦0.01 more than its parts'])
  })

  test('is marked with each item that cannot be had, once', () => {
    const parts = [part('A', 5, { isActive: false }), part('B', 5, { isActive: false, isSold: false })]
    expect(comboProblems(combo(10), parts)).toEqual(['A is not active', 'B is no longer sold here'])
  })
})

describe('products', () => {
  const product = (product_id: string, product_name: string, display_price: number, more = {}) => ({
    product_id,
    product_name,
    product_category_name: 'Drinks',
    display_price,
    isActive: true,
    combo_items: [] as { product_name: string }[],
    ...more,
  })
  const rows = [
    product('03', 'zobo', 5),
    product('01', 'Coke', 5, { isActive: false }),
    product('02', 'Combo', 9, { product_category_name: 'Combos', combo_items: [{ product_name: 'Coke' }] }),
  ]
  const ids = (filter: Parameters<typeof arranged>[1]) => arranged(rows, filter).map(({ product_id }) => product_id)

  test.each([
    [{}, ['01', '02', '03']],
    [{ sort: '-product_name' }, ['03', '02', '01']],
    [{ sort: 'display_price' }, ['01', '03', '02']],
    [{ sort: '-display_price' }, ['02', '01', '03']],
    [{ sort: 'product_id' }, ['01', '02', '03']],
    [{ sort: 'status' }, ['02', '03', '01']],
    [{ search: ' COKE ' }, ['01', '02']],
    [{ search: '03' }, ['03']],
    [{ category: 'Combos' }, ['02']],
    [{ status: 'inactive' as const }, ['01']],
    [{ search: 'coke', status: 'active' as const }, ['02']],
  ])('%j are %j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected)
  })
})
