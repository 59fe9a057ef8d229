import { expect, it } from 'vitest'
import { byTerms } from './by-terms.ts'

const names = ['Ọ̀ṣun Grand', 'Ọ̀ṣun Palms', 'L’arnacœur', 'Amélie']
const option = (label: string) => ({ value: label, label })
const found = (search: string) => byTerms({ options: names.map(option), search, limit: 10 })

it.for([
  ['osun', ['Ọ̀ṣun Grand', 'Ọ̀ṣun Palms']],
  ['palms, osun', ['Ọ̀ṣun Palms']],
  ["l'arnacoeur", ['L’arnacœur']],
  ['Ame\u0301lie', ['Amélie']],
  ['lagos', []],
  ['', names],
] as const)('filters the options %j to %j', ([search, labels]) => expect(found(search)).toEqual(labels.map(option)))

it('searches in groups and stops at the limit', () => {
  const grouped = [{ group: 'Osun', items: names.map(option) }]
  expect(byTerms({ options: grouped, search: 'osun', limit: 1 })).toEqual([
    { group: 'Osun', items: [option('Ọ̀ṣun Grand')] },
  ])
})
