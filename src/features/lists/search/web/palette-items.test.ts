import { expect, it } from 'vitest'
import type { WebFeature } from '#web/feature.ts'
import { matching, recordItems, screenItems, verbItems, verbOf } from './palette-items.ts'

const icon = null as never
const features: WebFeature[] = [
  {
    nav: [
      {
        order: 20,
        label: 'Movies',
        icon,
        to: '/m',
        permission: 'movies:read',
        sub: [
          { label: 'All Movies', to: '/m' },
          { label: 'Coming Soon', to: '/m/soon' },
        ],
      },
      { order: 300, label: 'Audit Log', icon, to: '/a', permission: 'audit:read' },
    ],
    palette: {
      screens: [{ label: 'Audit Log', to: '/a', permission: 'audit:read', keywords: 'history' }],
      records: { movie: { label: 'Movies', path: (id) => `/m/${id}`, all: (term) => `/m?search=${term}` } },
      verbs: [{ verb: 'hide', kind: 'movie', permission: 'movies:write', path: (id) => `/m/${id}?hide` }],
    },
  },
]
const everybody = { userType: 'Super Admin', permissions: [] }
const labels = (items: { label: string }[]) => items.map(({ label }) => label)

it('offers each screen once, by all its words', () => {
  const items = screenItems(features, everybody)
  expect(labels(items)).toEqual(['All Movies', 'Coming Soon', 'Audit Log'])
  expect(labels(matching(items, 'history'))).toEqual(['Audit Log'])
  expect(labels(matching(items, 'movies soon'))).toEqual(['Coming Soon'])
  expect(labels(matching(items, 'log, audít'))).toEqual(['Audit Log'])
  expect(labels(matching(items, 'nothing'))).toEqual([])
})

it('offers no screen that the role does not show', () => {
  expect(labels(screenItems(features, { userType: 'Admin', permissions: ['audit:read'] }))).toEqual(['Audit Log'])
})

it('leads to records of the kinds that are known', () => {
  const found = [
    { kind: 'movie', id: '007', title: 'Citation', subtitle: '007' },
    { kind: 'unheard-of', id: '1', title: 'x', subtitle: '' },
  ]
  expect(recordItems(features, found, 'cit').map(({ to }) => to)).toEqual(['/m/007'])
})

it('has first what is called exactly what was typed', () => {
  const palette = { records: { person: { label: 'Users', path: (id: string) => `/u/${id}` } } }
  const found = [
    { kind: 'person', id: '1', title: 'Ese Eyo', subtitle: '0901 · ese@mail.example' },
    { kind: 'movie', id: '2', title: '2026-11-27-35 · ₦21,600', subtitle: 'FLW-69 · ese@mail.example' },
  ]
  const kinds = (term: string) => recordItems([...features, { palette }], found, term).map(({ to }) => to)
  expect(kinds('flw-69')).toEqual(['/m/2', '/u/1'])
  for (const term of ['flw', 'ese', 'ese@mail.example']) expect(kinds(term)).toEqual(['/u/1', '/m/2'])
})

it('says where all are, once there are more than it shows', () => {
  const found = Array.from({ length: 8 }, (_, at) => ({
    kind: 'movie',
    id: `${at}`,
    title: `Film ${at}`,
    subtitle: '',
  }))
  expect(recordItems(features, found, 'film').at(-1)).toMatchObject({
    label: 'See all that match “film”',
    to: '/m?search=film',
  })
  expect(recordItems(features, found.slice(1), 'film')).toHaveLength(7)
})

it('understands what is to be done with what, of those who may', () => {
  const command = verbOf(features, everybody, 'Hide The Wedding')
  expect(command).toMatchObject({ rest: 'The Wedding', kind: 'movie' })
  const found = [
    { kind: 'movie', id: '007', title: 'The Wedding Party', subtitle: '' },
    { kind: 'person', id: '1', title: 'x', subtitle: '' },
  ]
  expect(verbItems(command!, found)).toMatchObject([{ label: 'Hide The Wedding Party', to: '/m/007?hide' }])
  expect(verbOf(features, { userType: 'Admin', permissions: ['movies:read'] }, 'hide x')).toBeUndefined()
  expect(verbOf(features, everybody, 'hide')).toBeUndefined()
})
