import * as z from 'zod/mini'
import { RECORD_SCHEMAS } from '../src/features/operations/feed/records-contract.ts'
import { OUTCOMES, RECORD_TYPES } from '../src/features/operations/feed/rules.ts'

type Json = {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Json[]
  items?: Json
  properties?: Record<string, Json>
  additionalProperties?: Json | boolean
  required?: readonly string[]
}

const INDENT = '  '
const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))
const either = (types: readonly string[]) => [...new Set(types)].join(' | ')

/** A JSON schema as a TypeScript type. */
function typeOf(json: Json, depth: number): string {
  if (json.enum) return either(json.enum.map(quoted))
  if ('const' in json) return quoted(json.const)
  if (json.anyOf) return either(json.anyOf.map((one) => typeOf(one, depth)))
  if (Array.isArray(json.type)) return either(json.type.map((type: string) => typeOf({ ...json, type }, depth)))
  switch (json.type) {
    case 'object':
      return json.properties ? objectOf(json, depth) : 'Record<string, unknown>'
    case 'array': {
      const items = typeOf(json.items ?? {}, depth)
      return items.includes(' | ') && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
    }
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return json.type as string
    default:
      return 'unknown'
  }
}

function objectOf({ properties = {}, required = [] }: Json, depth: number): string {
  const fields = Object.entries(properties).map(
    ([name, json]) =>
      `${INDENT.repeat(depth + 1)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(json, depth + 1)}\n`,
  )
  return `{\n${fields.join('')}${INDENT.repeat(depth)}}`
}

/** What `clients/feed` tells, as TypeScript has it. */
export const recordTypes =
  (): string => `/** Made by \`npm run docs\` from the contracts. docs/feed.md says what each field means. */

export type RecordType = ${either(RECORD_TYPES.map(quoted))}

/** What became of a line. */
export type State = ${either(OUTCOMES.map(quoted))}

/** A line of each stream. */
export type Records = {
${RECORD_TYPES.map((stream) => `${INDENT}${stream}: ${typeOf(z.toJSONSchema(RECORD_SCHEMAS[stream], { io: 'input', unrepresentable: 'any' }) as Json, 1)}\n`).join('')}}
`
