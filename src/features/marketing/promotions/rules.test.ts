import { describe, expect, test } from 'vitest'
import { changesAhead, messages, promotionProblems, stateAt, type PromotionFields } from './rules.ts'

const good: PromotionFields = {
  title: 'Half price on Mondays',
  description: 'Every Monday, every film.',
  web_media: '/api/files/video-1.mp4',
  mobile_media: '/api/files/image-2.jpg',
  thumbnail: '/api/files/image-3.jpg',
  primaryCTA: 'Book now',
  primaryCTAUrl: 'https://cinema.example/monday',
  secondaryCTA: '',
  secondaryCTAUrl: '',
  starts_at: null,
  ends_at: null,
}
const problems = (change: Partial<PromotionFields>) => promotionProblems({ ...good, ...change })

describe('a promotion', () => {
  test('that is whole has no problem', () => {
    expect(problems({})).toEqual({})
    expect(
      problems({ title: 'x'.repeat(100), secondaryCTA: 'More', secondaryCTAUrl: 'https://a.example/more' }),
    ).toEqual({})
  })

  // Clauses: operations 85-86, 304, 517
  test.each([
    [{ title: '  ' }, { title: 'Name is empty' }],
    [{ title: 'x'.repeat(101) }, { title: 'Enter a name of up to 100 characters' }],
    [{ description: '' }, { description: 'Description is empty' }],
    [{ primaryCTA: '' }, { primaryCTA: 'Primary CTA is empty' }],
    [{ primaryCTAUrl: '' }, { primaryCTAUrl: 'Primary CTA URL is empty' }],
    [{ primaryCTAUrl: 'javascript:alert(1)' }, { primaryCTAUrl: 'Enter a web address' }],
    [{ primaryCTAUrl: '/monday' }, { primaryCTAUrl: 'Enter a web address' }],
    [{ secondaryCTA: 'More', secondaryCTAUrl: '/more' }, { secondaryCTAUrl: 'Enter a web address' }],
    [{ secondaryCTA: 'More' }, { secondaryCTAUrl: 'Secondary CTA URL is empty' }],
    [{ secondaryCTAUrl: 'https://a.example' }, { secondaryCTA: 'Secondary CTA is empty' }],
    [{ web_media: '' }, { web_media: messages.media }],
    [{ mobile_media: '' }, { mobile_media: messages.media }],
    [{ thumbnail: '' }, { thumbnail: messages.media }],
    [{ thumbnail: '/api/files/video-1.mp4' }, { thumbnail: 'The thumbnail must be an image' }],
  ])('%j', (change, found) => expect(problems(change)).toEqual(found))

  test('ends after it starts, to the moment', () => {
    const starts_at = '2026-11-21T09:00:00+01:00'
    expect(problems({ starts_at, ends_at: '2026-11-21T08:00:00Z' })).toEqual({ ends_at: messages.endBeforeStart })
    expect(problems({ starts_at, ends_at: '2026-11-21T08:01:00Z' })).toEqual({})
    expect(problems({ ends_at: '2020-01-01T00:00:00Z' })).toEqual({})
  })
})

test.each([
  ['live', true, null, null],
  ['live', true, '2026-11-21T09:00:00Z', null],
  ['live', true, null, '2026-11-21T09:00:01Z'],
  ['scheduled', true, '2026-11-21T09:00:01Z', null],
  ['ended', true, null, '2026-11-21T09:00:00Z'],
  ['ended', true, '2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z'],
  ['off', false, '2026-11-22T09:00:00Z', null],
  ['off', false, null, '2026-11-20T09:00:00Z'],
] as const)('%s', (state, isActive, starts_at, ends_at) =>
  expect(stateAt({ isActive, starts_at, ends_at }, new Date('2026-11-21T09:00:00Z'))).toBe(state),
)

test('what is to come is told soonest first, and all of one moment together', () => {
  const row = (id: number, starts_at: string | null, ends_at: string | null) => ({
    id,
    isActive: true,
    starts_at,
    ends_at,
  })
  const rows = [
    row(1, '2026-12-02T08:00:00+01:00', '2027-01-01T00:00:00Z'),
    row(2, '2026-11-01T00:00:00Z', '2026-12-02T07:00:00Z'),
    row(3, null, null),
  ]
  const changes = changesAhead(rows, new Date('2026-11-21T12:00:00Z'))
  expect(changes.map(({ at, changes }) => [at, changes.map((one) => `${one.row.id} ${one.what}`)])).toEqual([
    ['2026-12-02T07:00:00.000Z', ['1 starts', '2 ends']],
    ['2027-01-01T00:00:00.000Z', ['1 ends']],
  ])
})
