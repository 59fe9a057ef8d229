import { expect, test } from 'vitest'
import type { Promotion } from '../contract.ts'
import { copyOf, draftProblems, EMPTY, toDraft, toPayload } from './draft.ts'

const zone = 'Africa/Lagos'

test('what is typed is the time of the chain, wherever the browser is', () => {
  const draft = { ...EMPTY, starts_at: '2026-11-21T23:30', ends_at: '2026-11-22T00:30' }
  expect(toPayload(draft, zone)).toMatchObject({
    starts_at: '2026-11-21T22:30:00.000Z',
    ends_at: '2026-11-21T23:30:00.000Z',
  })
  const back = toDraft({ ...toPayload(draft, zone) } as Promotion, zone)
  expect([back.starts_at, back.ends_at]).toEqual([draft.starts_at, draft.ends_at])
  expect(toPayload(EMPTY, zone)).toMatchObject({ starts_at: null, ends_at: null })
})

test('half a date is said to be none', () => {
  const problems = draftProblems(zone)
  expect(problems({ ...EMPTY, starts_at: '2026-11-21' }).starts_at).toBe('Enter both a date and a time')
  expect(problems({ ...EMPTY, starts_at: '2026-11-22T00:30', ends_at: '2026-11-21T23:30' }).ends_at).toBe(
    'The end must be after the start',
  )
  expect(problems(EMPTY)).not.toHaveProperty('starts_at')
})

test('another one like it has its words and pictures, and neither its time nor its place on the landing page', () => {
  const texts = {
    title: 'Half price',
    description: 'Mondays',
    thumbnail: '/t.png',
    web_media: '/w.png',
    primaryCTA: 'Buy',
  }
  const original = {
    ...toPayload(EMPTY, zone),
    ...texts,
    starts_at: '2026-11-21T22:30:00.000Z',
    ends_at: '2026-11-22T22:30:00.000Z',
    isVisibleOnHomepage: true,
  } as unknown as Promotion
  expect(copyOf(original, zone)).toMatchObject({ ...texts, starts_at: '', ends_at: '', isVisibleOnHomepage: false })
})
