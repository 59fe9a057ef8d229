/** The API's document: valid, with each shape once under its name, every parameter described. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { openApi } from '#server/http/openapi.ts'
import { VERSION } from '#server/version.ts'
import { everyEndpoint } from './server-features.ts'
import { meaningOf, meanings } from './parameters.ts'
import { bodies, namedShapes } from './shapes.ts'

type Parameter = { name: string; description?: string }
type Operation = { operationId: string; tags: [string]; parameters: Parameter[] }

let document: ReturnType<typeof openApi>
let operations: Operation[]
beforeAll(() => {
  document = openApi(everyEndpoint, { shapes: namedShapes(), meaning: meaningOf, bodies })
  operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])
})

test('it is valid OpenAPI 3.1, and of the version that serves it', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(document.info.version).toBe(VERSION)
})

test('a shape with a name stands among the components once, and nowhere else', () => {
  const names = Object.keys(document.components.schemas)
  expect(names).toEqual(expect.arrayContaining(['Problem', 'MovieRecord', 'MovieSave', 'CustomerRecord', 'Day']))
  expect(document.components.schemas.Day).toMatchObject({ type: 'string', format: 'date' })
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
  expect(new Set(references)).toEqual(new Set(names.map((name) => `#/components/schemas/${name}`)))
  expect(text).not.toContain('~')
})

test('it says with references what it says without', async () => {
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, anyOf, ...rest } = value as { $ref?: string; anyOf?: unknown[] }
    const schema = $ref ? document.components.schemas[$ref.split('/').at(-1)!] : {}
    const either = anyOf?.map((one) => resolved(one) as { type?: string })
    // Without references types alone are written as a list.
    const types = either?.every((one) => one.type && Object.keys(one).length === 1) && either.map(({ type }) => type)
    const more = types ? { type: types } : { ...(either && { anyOf: either }) }
    return Object.fromEntries(
      Object.entries({ ...schema, ...rest, ...more })
        .filter(([key, at]) => !(key === 'format' && ['date', 'date-time'].includes(at as string)))
        .filter(([key, at]) => !(key === 'description' && ABOUT.has(at as string)))
        .filter(([key, at]) => !(key === 'examples' && EXAMPLES.has(JSON.stringify(at))))
        .map(([key, at]) => [key, resolved(at)]),
    )
  }
  const shapes = [...namedShapes().values()]
  const ABOUT = new Set(shapes.map(({ description }) => description))
  const EXAMPLES = new Set(shapes.map(({ examples }) => JSON.stringify(examples)))
  const plain = openApi(everyEndpoint, { shapes: new Map(), meaning: meaningOf, bodies })
  for (const [path, calls] of Object.entries(plain.paths))
    expect(resolved(document.paths[path]), path).toEqual(resolved(calls))
})

test('every parameter is described, and no description is left over', () => {
  const silent = operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap(({ name, description }) => (description ? [] : [`${operationId} ${name}`])),
  )
  expect(silent).toEqual([])
  const used = new Set(
    operations.flatMap(({ tags: [tag], parameters }) => parameters.map(({ name }) => `${tag} ${name}`)),
  )
  const described = Object.entries(meanings).flatMap(([name, meaning]) =>
    typeof meaning === 'string'
      ? [...used].some((one) => one.endsWith(` ${name}`))
        ? []
        : [name]
      : Object.keys(meaning).flatMap((feature) => (used.has(`${feature} ${name}`) ? [] : [`${feature} ${name}`])),
  )
  expect(described).toEqual([])
})
