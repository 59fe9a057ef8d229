import { describe, expect, test } from 'vitest'
import { defaultCinema, inFileName, inSentence, placesIn, stateOf } from './rules.ts'

const states = [
  { id: 1, name: 'Abuja (FCT)', cinemas: [{ id: '0007', cinema_name: 'Marquee Jabi' }] },
  {
    id: 2,
    name: 'Lagos State',
    cinemas: [
      { id: '0001', cinema_name: 'Marquee Ikeja' },
      { id: '0004', cinema_name: 'Marquee Lekki Phase 1' },
    ],
  },
]

// Clauses: core 209
test('Lekki in Lagos', () => expect(defaultCinema(states)?.id).toBe('0004'))
// Clauses: core 209
test('without Lekki the first of Lagos', () => {
  const [abuja, lagos] = states as [(typeof states)[0], (typeof states)[0]]
  expect(defaultCinema([abuja, { ...lagos, cinemas: lagos.cinemas.slice(0, 1) }])?.id).toBe('0001')
})
test('without Lagos the first there is', () => expect(defaultCinema(states.slice(0, 1))?.id).toBe('0007'))
test('without cinemas none', () => expect(defaultCinema([])).toBeUndefined())
test('finds the state of a cinema', () => expect(stateOf(states, '0004')?.name).toBe('Lagos State'))

describe('the places that figures can be of', () => {
  test('a state with several cinemas as a whole, and each cinema', () => {
    const { groups, known, only } = placesIn(states, 'chain')
    expect(groups).toEqual([
      { group: 'Abuja (FCT)', items: [{ value: '0007', label: 'Marquee Jabi' }] },
      {
        group: 'Lagos State',
        items: [
          { value: '0001,0004', label: 'All of Lagos State' },
          { value: '0001', label: 'Marquee Ikeja' },
          { value: '0004', label: 'Marquee Lekki Phase 1' },
        ],
      },
    ])
    expect([...known]).toEqual(['0007', '0001,0004', '0001', '0004'])
    expect(only).toBeUndefined()
  })

  test('of whoever sees some cinemas, these alone', () => {
    const { groups, only } = placesIn(states, ['0004'])
    expect(groups).toEqual([{ group: 'Lagos State', items: [{ value: '0004', label: 'Marquee Lekki Phase 1' }] }])
    expect(only).toBe('Marquee Lekki Phase 1')
    expect(placesIn(states, ['0004', '0007']).only).toBeUndefined()
    expect(placesIn([], ['0004'])).toMatchObject({ groups: [], only: undefined })
  })
})

test.each([
  [undefined, '', undefined],
  [['Marquee Lekki'], '_marquee-lekki', 'Marquee Lekki'],
  [['Ilé-Ifẹ̀ (I)'], '_ileife-i', 'Ilé-Ifẹ̀ (I)'],
  [['電影院'], '_cinema', '電影院'],
  [['A', 'B'], '_2-cinemas', 'A and B'],
  [['A', 'B', 'C'], '_3-cinemas', '3 cinemas'],
])('%j in the name of a file, and in a sentence', (names, file, sentence) => {
  expect(inFileName(names)).toBe(file)
  expect(names && inSentence(names)).toBe(sentence)
})
