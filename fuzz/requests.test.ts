import { expect, test } from 'vitest'
import { chanceOf } from './chance.ts'
import { fitsIn, type Operation } from './document.ts'
import { knowing } from './known.ts'
import { spoil } from './nasty.ts'
import { makeRequest, packed, unpacked } from './requests.ts'
import { sampling } from './values.ts'

const fits = fitsIn({ components: { schemas: {} } })
const integer = { type: 'integer' }
const operation: Operation = {
  operationId: 'admins.edit',
  method: 'PUT',
  path: '/users/{id}',
  tag: 'admins',
  permission: 'superadmin',
  parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
  json: {
    type: 'object',
    required: ['version'],
    properties: { version: integer, link: { type: 'string' }, kind: { enum: ['a', 'b'] } },
  },
  responses: {},
}
const requestsOf = (seed: string, count = 200) => {
  const known = knowing(chanceOf(seed), (value) => value === 'secret@own.example')
  known.learn({ id: 7, email: 'secret@own.example', link: 'https://bank.com/x' }, 'admins')
  return Array.from({ length: count }, (_, n) => {
    const chance = chanceOf(`${seed} ${n}`)
    const making = { chance, sample: sampling(chance, known, fits), known, operations: [operation] }
    return makeRequest({ ...making, protectedIds: new Map([['admins', new Set([7])]]) }, operation, 'superadmin')
  })
}

test('the same seed makes the same requests, another one others', () => {
  expect(requestsOf('1')).toEqual(requestsOf('1'))
  expect(requestsOf('1')).not.toEqual(requestsOf('2'))
})

test('some are valid, most have one thing wrong', () => {
  const how = requestsOf('1').map((request) => request.how)
  const valid = how.filter((one) => one === 'valid').length / how.length
  expect(valid).toBeGreaterThan(0.15)
  expect(valid).toBeLessThan(0.35)
  expect(new Set(how)).toEqual(new Set(['valid', 'path', 'query', 'body', 'raw', 'headers']))
})

test("the fuzzer's own people are neither named nor harmed, and nothing outside is asked for", () => {
  for (const { path, body } of requestsOf('1')) {
    expect(path).not.toBe('/users/7')
    expect(String(body)).not.toMatch(/secret@own|bank\.com/)
  }
})

test('a spoilt credential is nobody’s', () => {
  const spoilt = requestsOf('1', 600).filter(({ headers }) => headers.authorization !== undefined)
  expect(spoilt.length).toBeGreaterThan(0)
  expect(new Set(spoilt.map(({ caller }) => caller))).toEqual(new Set(['anonymous']))
})

test('one word says a request again', () => {
  for (const request of requestsOf('1')) expect(unpacked(packed(request))).toEqual(request)
})

test('one place of a value is spoilt, and the value itself stays', () => {
  const value = { a: [1, { b: 'x' }], c: null }
  for (let n = 0; n < 100; n++) spoil(chanceOf(`${n}`), value)
  expect(value).toEqual({ a: [1, { b: 'x' }], c: null })
})

test.each([
  [{ type: 'integer' }, 1.5, 'data is 1.5, not integer'],
  [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, 1, 'data fits none of its kinds'],
  [{ type: 'object', required: ['a'] }, {}, 'data.a is missing'],
  [{ type: 'object', properties: {}, additionalProperties: false }, { a: 1 }, 'data.a is not in the document'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, { a: 1 }, 'data.a is 1, not string'],
  [{ type: 'array', items: { enum: ['x'] } }, ['x', 'y'], 'data[1] is "y", none of its enum'],
  [{ type: 'string', pattern: '^a$' }, 'b', 'data does not match'],
  [{ type: 'number', minimum: 3 }, 2, 'data is under 3'],
])('what does not fit %o is said', (schema, value, reason) => {
  expect(fits.misfit(schema, value)).toContain(reason)
})
