import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EXAMPLES } from './examples-contract.ts'
import { RECORD_SCHEMAS } from './records-contract.ts'
import { RECORD_TYPES } from './rules.ts'

type Line = Record<string, unknown>
type Def = { type: string; shape?: z.core.$ZodShape; element?: z.core.$ZodType; innerType?: z.core.$ZodType }
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** Returns the path of each optional field of a schema, including nested objects and the first element of lists. */
function optionalIn(schema: z.core.$ZodType, path: string[] = []): string[][] {
  const { shape, element, innerType } = defOf(schema)
  if (element) return optionalIn(element, [...path, '0'])
  if (!shape) return innerType ? optionalIn(innerType, path) : []
  return Object.entries(shape).flatMap(([name, field]) => [
    ...(z.safeParse(field, undefined).success ? [[...path, name]] : []),
    ...optionalIn(field, [...path, name]),
  ])
}

/** Copies a record with one field set or omitted. */
function withField(line: unknown, [name, ...rest]: string[], value: null | undefined): unknown {
  if (Array.isArray(line)) return line.map((one, n) => (String(n) === name ? withField(one, rest, value) : one))
  const { [name!]: was = {}, ...others } = line as Line
  if (rest.length) return { ...others, [name!]: withField(was, rest, value) }
  return value === undefined ? others : { ...others, [name!]: value }
}

/** Removes the fields that need an optional field. */
const EXAMPLE = {
  ...EXAMPLES,
  subscriptions: { ...EXAMPLES.subscriptions, event: 'end' },
  redemptions: { ...EXAMPLES.redemptions, purchase_id: null },
  purchases: { ...EXAMPLES.purchases, lines: [{ kind: 'ticket', quantity: 1, amount: 100, seats: ['F7'] }] },
  devices: { ...EXAMPLES.devices, removed: true },
  customers: { ...EXAMPLES.customers, kids_club: { guardian_name: 'Kemi' } },
}

const fields = RECORD_TYPES.flatMap((recordType) =>
  optionalIn(RECORD_SCHEMAS[recordType]).map((path) => [recordType, path] as const),
)

test('finds the optional fields of every record type, nested ones too', () => {
  const names = fields.map(([recordType, path]) => `${recordType} ${path.join('.')}`)
  expect(names).toContain('purchases lines.0.quantity')
  expect(names).toContain('customers kids_club.guardian_name')
  expect(new Set(fields.map(([recordType]) => recordType))).toEqual(new Set(RECORD_TYPES))
})

describe.each(fields)('%s field %j', (recordType, path) => {
  test('is omitted when null', () => {
    const read = (value: null | undefined) => {
      const line = z.parse(RECORD_SCHEMAS[recordType], withField(EXAMPLE[recordType], path, value))
      const text = JSON.stringify(line, (_, field: unknown) => field ?? undefined)
      return JSON.parse(text) as unknown
    }
    expect(read(null)).toEqual(read(undefined))
  })
})

test.each(['gender', 'card_number', 'default_cinema_id', 'trailers_watched'])(
  "keeps null of %s, which clears the customer's value",
  (field) =>
    expect(z.parse(RECORD_SCHEMAS.customers, { ...EXAMPLES.customers, [field]: null })).toHaveProperty(field, null),
)
