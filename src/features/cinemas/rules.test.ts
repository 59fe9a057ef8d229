import { expect, test } from 'vitest'
import { defaultCinema, stateOf } from './rules.ts'

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

test('Lekki in Lagos', () => expect(defaultCinema(states)?.id).toBe('0004'))
test('without Lekki the first of Lagos', () => {
  const [abuja, lagos] = states as [(typeof states)[0], (typeof states)[0]]
  expect(defaultCinema([abuja, { ...lagos, cinemas: lagos.cinemas.slice(0, 1) }])?.id).toBe('0001')
})
test('without Lagos the first there is', () => expect(defaultCinema(states.slice(0, 1))?.id).toBe('0007'))
test('without cinemas none', () => expect(defaultCinema([])).toBeUndefined())
test('finds the state of a cinema', () => expect(stateOf(states, '0004')?.name).toBe('Lagos State'))
