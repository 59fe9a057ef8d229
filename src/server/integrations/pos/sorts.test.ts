import { expect, test } from 'vitest'
import { sorted } from './sorts.ts'

test.each([
  ['Popcorn Large', 'Snacks', { kind: 'edible', type: 'Food', flavour: '', size: 'Large' }],
  ['Salted popcorn small', 'Snacks', { kind: 'edible', type: 'Food', flavour: 'Salted', size: 'small' }],
  ['Caramel popcorn', 'Snacks', { kind: 'edible', type: 'Food', flavour: 'Sweet', size: '' }],
  ['Chilli nachos', 'Snacks', { kind: 'edible', type: 'Food', flavour: 'Spicy', size: '' }],
  ['Coke 50 cl', 'Snacks', { kind: 'edible', type: 'Drinks', flavour: '', size: '50 cl' }],
  ['House special', 'Soft Drinks', { kind: 'edible', type: 'Drinks', flavour: '', size: '' }],
  ['Steak sandwich', 'Hot food', { kind: 'edible', type: 'Food', flavour: '', size: '' }],
  ['3D Glasses', 'Gifts', { kind: 'edible', type: 'Glasses', flavour: '', size: '' }],
  ['Dune T-Shirt', 'Other', { kind: 'merchandise', type: 'Other', flavour: '', size: '' }],
  ['Dune, the book', 'Merchandise', { kind: 'merchandise', type: 'Merchandise', flavour: '', size: '' }],
  ['Cappuccino', 'Hot food', { kind: 'edible', type: 'Drinks', flavour: '', size: '' }],
])('%s of %s is sorted by its words', (name, category, sort) => {
  expect(sorted(name, category)).toEqual(sort)
})
