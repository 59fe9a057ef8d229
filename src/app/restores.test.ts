import { expect, test } from 'vitest'
import { RESTORING } from '#features/lists/recently-deleted/restoring.ts'
import { everyEndpoint } from './server-features.ts'

/** Calls that restore what nobody looks for under Recently Deleted, and why. */
const ELSEWHERE: Record<string, string> = {
  '/users/{id}/restore': 'an account is taken back within a minute alone',
  '/subscriptions/{id}/restore': 'a plan that is not sold any more is listed with the others',
  '/admin/customers/{id}/notes/{noteId}/restore':
    'a note is about a person: whoever deletes it takes it back on their page',
  '/admin/guests/{email}/notes/{noteId}/restore':
    'a note is about a person: whoever deletes it takes it back on their page',
  '/admin/duplicates/restore': 'nothing was deleted: two people may be one again',
}

test('whatever can be restored is under Recently Deleted', () => {
  const listed = Object.values(RESTORING).map(({ path }) => path as string)
  const all = everyEndpoint.map(({ path }) => path as string).filter((path) => path.endsWith('/restore'))
  expect(all.filter((path) => !listed.includes(path)).toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted())
})
