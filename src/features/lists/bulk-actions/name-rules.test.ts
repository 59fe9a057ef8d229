import { expect, test } from 'vitest'
import { nameFinder } from './name-rules.ts'

const { find, near } = nameFinder(
  [
    ['m1', 'Jaws (2D)'],
    ['m2', 'Crouching Tiger, Hidden Dragon'],
    ['m3', 'A Tribe Called Judah'],
    ['m4', 'Avatar (2D)'],
    ['m5', 'Avatar (3D)'],
    ['m6', 'The Wedding Party'],
    ['m7', 'The Wedding Party 2'],
    ['0023', 'Ìjọ̀gbọ̀n'],
    ['00601', 'Popcorn'],
    ['0000601', 'Nachos'],
  ].map(([id, name]) => ({ id: id!, names: [name!] })),
)
const names = (found: readonly { names: readonly string[] }[]) => found.map((one) => one.names[0])

test.each([
  ['Jaws', 'm1'],
  ['jaws 2D', 'm1'],
  ['Crouching Tiger Hidden Dragon', 'm2'],
  ['Tribe Called Judah, A', 'm3'],
  ['Tribe Called Judah', 'm3'],
  ['Ijogbon', '0023'],
  ['23', '0023'],
  ['Avatar (3D)', 'm5'],
  ['The Wedding Party', 'm6'],
])('%s is found', (typed, id) => {
  expect(find(typed).map((one) => one.id)).toEqual([id])
})

test.each([
  ['Avatar', ['Avatar (2D)', 'Avatar (3D)']],
  ['Weding Party', ['The Wedding Party', 'The Wedding Party 2']],
  ['Jawz', ['Jaws (2D)']],
  ['Nothing', []],
  // Both IDs are 601 without their zeros.
  ['601', []],
  ['x'.repeat(30_000), []],
])('%s is not found, and near names are offered', (typed, offered) => {
  expect(find(typed)).toEqual([])
  expect(names(near(typed))).toEqual(offered)
})
