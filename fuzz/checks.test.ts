import { describe, expect, test } from 'vitest'
import { canCall } from './callers.ts'
import { asksToConfirm, faultsOf, isSlow } from './checks.ts'
import { fitsIn, type Operation, type Schema } from './document.ts'
import type { Answer } from './sender.ts'

const Problem: Schema = {
  type: 'object',
  required: ['status', 'message'],
  properties: { status: { type: 'integer' }, message: { type: 'string' }, data: {} },
  additionalProperties: false,
}
const fits = fitsIn({ components: { schemas: { Problem } } })
const Reply: Schema = { type: 'object', required: ['data'], properties: { data: { type: 'integer' } } }
const operation: Operation = {
  operationId: 'films.count',
  method: 'GET',
  path: '/films/count',
  tag: 'films',
  permission: 'superadmin',
  parameters: [],
  responses: { 200: { content: { 'application/json': { schema: Reply } } } },
}
const streamed: Operation = {
  ...operation,
  responses: { 200: { content: { 'text/csv': { schema: { type: 'string', format: 'binary' } as Schema } } } },
}

const SAFE = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'content-type': 'application/json' }
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  ms: 10,
  received: { status, headers: { ...SAFE, ...headers }, body: Buffer.from(JSON.stringify(body)), isTruncated: false },
})
const kinds = (given: Answer, { of = operation, caller = 'superadmin' as const } = {}) =>
  faultsOf(fits, of, { caller, path: of.path }, given).map(({ kind }) => kind)
const refused = (message: string, more = {}) => answer(422, { status: 422, message, ...more })

test('what is as the document says is no finding', () => {
  expect(kinds(answer(200, { data: 7 }))).toEqual([])
  expect(kinds(refused('Film not found'))).toEqual([])
  expect(kinds(answer(200, 'a,b', { 'content-type': 'text/csv; charset=utf-8' }), { of: streamed })).toEqual([])
  expect(kinds({ ms: 1, failed: 'unsendable' })).toEqual([])
})

describe('a finding is', () => {
  test.each<[string, Answer, string[]]>([
    ['a fault of the server', answer(500, { status: 500, message: 'Oh' }), ['fault']],
    ['no answer', { ms: 30_000, failed: 'hung' }, ['hung']],
    ['a broken connection', { ms: 3, failed: 'broken' }, ['broken']],
    ['a success off its schema', answer(200, { data: 'seven' }), ['off contract']],
    ['a success of another type', answer(200, 7, { 'content-type': 'text/html' }), ['off contract']],
    ['a status that is not documented', answer(201, { data: 7 }), ['off contract']],
    ['a failure that is no Problem', answer(404, { error: 'Not Found' }), ['off contract']],
    ['a failure of another status than it says', answer(404, { status: 400, message: 'Oh' }), ['off contract']],
    ['a missing nosniff', answer(200, { data: 7 }, { 'x-content-type-options': '' }), ['headers']],
    ['what a proxy may keep', answer(200, { data: 7 }, { 'cache-control': 'max-age=60' }), ['headers']],
    ['a header that was sent in', answer(200, { data: 7 }, { 'x-injected': '1' }), ['headers']],
  ])('%s', (_, given, expected) => expect(kinds(given)).toEqual(expected))

  test.each([
    'TypeError: cannot read',
    'Failed query: select 1',
    'select id, name from admins where id = 1',
    '    at run (/srv/app/handle.ts:12:5)',
    '    at async /srv/app/handle.ts:12:5',
    'ENOENT /tmp/marquee/x',
    'src/node_modules/pg',
    'duplicate key value violates unique constraint "a"',
    'invalid input syntax for type integer',
  ])('a leak: %s', (message) => expect(kinds(refused(message))).toEqual(['leak']))

  test('a leak in a message of a field, and not in a record that is shown', () => {
    expect(kinds(refused('No', { errors: [{ field: 'x', message: 'RangeError: Invalid time' }] }))).toContain('leak')
    expect(kinds(refused('No', { data: { stack: 'TypeError: x' } }))).toEqual([])
  })
})

describe('who may not', () => {
  test.each(['restricted', 'token', 'feed', 'anonymous'] as const)('%s: a success is a finding', (caller) => {
    expect(faultsOf(fits, operation, { caller, path: '/' }, answer(200, { data: 7 }))).toEqual([
      { kind: 'reached', reason: `200 for ${caller}, who may not` },
    ])
  })

  test('the rule of access', () => {
    const permission = (of: Operation['permission']) =>
      (['superadmin', 'restricted', 'token', 'feed', 'anonymous'] as const).filter((caller) => canCall(caller, of))
    expect(permission('public')).toEqual(['superadmin', 'restricted', 'token', 'feed', 'anonymous'])
    expect(permission('session')).toEqual(['superadmin', 'restricted', 'token'])
    expect(permission('person')).toEqual(['superadmin', 'restricted'])
    expect(permission('superadmin')).toEqual(['superadmin'])
    expect(permission('feed')).toEqual(['feed'])
    expect(permission('analytics:read')).toEqual(['superadmin', 'restricted', 'token'])
    // Given to change them, and so to see them.
    expect(permission('catalogue:write')).toEqual(['superadmin', 'restricted', 'token'])
    expect(permission('catalogue:read')).toEqual(['superadmin', 'restricted', 'token'])
    expect(permission('movies:write')).toEqual(['superadmin'])
    expect(permission(['analytics:read', 'movies:write'])).toEqual(['superadmin'])
  })
})

test('an answer is slow by when it had come, of a stream by when it began', () => {
  expect(isSlow(operation, { ms: 2100, firstMs: 10 })).toBe(true)
  expect(isSlow(operation, { ms: 1900 })).toBe(false)
  expect(isSlow(streamed, { ms: 9000, firstMs: 10 })).toBe(false)
  expect(isSlow(streamed, { ms: 9000, firstMs: 2100 })).toBe(true)
})

test('who is asked to confirm is told apart from who may not', () => {
  expect(asksToConfirm(answer(403, { status: 403, message: 'Confirm', code: 'confirm' }))).toBe(true)
  expect(asksToConfirm(answer(403, { status: 403, message: 'Permission denied' }))).toBe(false)
})
