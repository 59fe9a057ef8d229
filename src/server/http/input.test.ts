import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '#app/server-features.ts'
import type { Schema } from '#contract/endpoint.ts'
import { invalidInput } from './problem.ts'
import '#contract/validation-messages.ts'

const WRONG = [
  'x',
  '',
  '2026-02-31',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  -1,
  1e300,
  null,
  true,
  [],
  {},
  [[]],
  undefined,
]

const fieldsOf = (schema: Schema): string[] =>
  Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties as object | undefined) ?? {})
/** Returns inputs with every field wrong in the same way, and inputs that are not objects. */
const wrongInputs = (schema: Schema): unknown[] => {
  const fields = fieldsOf(schema)
  return [...WRONG, ...WRONG.map((wrong) => Object.fromEntries(fields.map((field) => [field, wrong])))]
}

const inputs = everyEndpoint.flatMap(({ method, path, query, body }) =>
  [['query', query] as const, ['body', body] as const].flatMap(([kind, schema]) =>
    schema ? [[`${method} ${path} (${kind})`, schema] as const] : [],
  ),
)

describe('bad input', () => {
  // ASVS: 1.3.3, 2.2.1, 15.3.3, 15.3.7
  test.each(inputs)('rejects %s in a plain sentence, whichever field is wrong', (_, schema) => {
    for (const input of wrongInputs(schema)) {
      const { success, error } = z.safeParse(schema, input)
      if (success) continue
      const { errors } = invalidInput(error.issues)
      for (const { message } of errors!) expect(message).not.toMatch(/^Invalid|expected|received/)
    }
  })

  // ASVS: 2.2.3
  test.each(
    everyEndpoint.flatMap(({ method, path, query }) =>
      query && fieldsOf(query).includes('start_date') ? [[`${method} ${path}`, query] as const] : [],
    ),
  )('names the day that does not exist in %s', (_, query) => {
    const { error } = z.safeParse(query, { start_date: '2026-02-31', end_date: '2026-03-01' })
    expect(invalidInput(error!.issues).errors).toContainEqual({
      field: 'start_date',
      message: 'Enter a date as YYYY-MM-DD',
    })
  })
})
