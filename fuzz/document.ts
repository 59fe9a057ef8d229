/** What the fuzzer reads of /api/openapi.json. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
}
type Content = Record<string, { schema: Schema }>
type Reply = { content?: Content }
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }

export type Operation = {
  operationId: string
  method: string
  path: string
  /** The feature. */
  tag: string
  /** Who may call. */
  permission: string | readonly string[]
  parameters: readonly Parameter[]
  /** The body as JSON, or as a form. */
  json?: Schema
  form?: Schema
  responses: Record<string, Reply>
}

type Written = {
  operationId: string
  tags: [string]
  'x-may': Operation['permission']
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Reply>
}
type OpenApi = {
  paths: Record<string, Record<string, Written>>
  components: { schemas: Record<string, Schema> }
}

export function readDocument(text: string): { operations: Operation[]; fits: Fits } {
  const document = JSON.parse(text) as OpenApi
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => ({
      operationId: written.operationId,
      method: method.toUpperCase(),
      path,
      tag: written.tags[0],
      permission: written['x-may'],
      parameters: written.parameters,
      json: written.requestBody?.content['application/json']?.schema,
      form: written.requestBody?.content['multipart/form-data']?.schema,
      responses: written.responses,
    })),
  )
  return { operations, fits: fitsIn(document) }
}

/** The rules of a document's schemas. */
export type Fits = {
  /** The schema that a reference means. */
  resolve: (schema: Schema | undefined) => Schema
  /** What keeps a value from fitting a schema; undefined when it fits. `at` names the value. */
  misfit: (schema: Schema | undefined, value: unknown, at?: string) => string | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const IS: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}
/** Of a longer list the beginning stands for the rest. */
const LOOKED_AT = 50

export function fitsIn(document: Pick<OpenApi, 'components'>): Fits {
  const resolve: Fits['resolve'] = (schema = {}) => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(document.components.schemas[name])
  }
  const first = (whys: Iterable<string | undefined>) => [...whys].find((reason) => reason !== undefined)

  const misfit: Fits['misfit'] = (unresolved, value, at = 'data') => {
    const schema = resolve(unresolved)
    if ('const' in schema) return value === schema.const ? undefined : `${at} is not ${JSON.stringify(schema.const)}`
    if (schema.enum && !schema.enum.includes(value)) return `${at} is ${short(value)}, none of its enum`
    const either = schema.anyOf ?? schema.oneOf
    if (either) {
      const whys = either.map((one) => misfit(one, value, at))
      return whys.includes(undefined) ? undefined : `${at} fits none of its kinds (${whys.join('; ')})`
    }
    const types = schema.type ? [schema.type].flat() : []
    if (types.length && !types.some((type) => IS[type]?.(value))) return `${at} is ${short(value)}, not ${types}`
    return (
      first((schema.allOf ?? []).map((one) => misfit(one, value, at))) ??
      (typeof value === 'number' ? outOfRange(schema, value, at) : undefined) ??
      (typeof value === 'string' && schema.pattern && !new RegExp(schema.pattern, 'u').test(value)
        ? `${at} does not match ${schema.pattern.slice(0, 60)}`
        : undefined) ??
      (Array.isArray(value) && schema.items
        ? first(value.slice(0, LOOKED_AT).map((one, n) => misfit(schema.items, one, `${at}[${n}]`)))
        : undefined) ??
      (isObject(value) ? misfitField(schema, value, at) : undefined)
    )
  }

  function misfitField(schema: Schema, value: Record<string, unknown>, at: string): string | undefined {
    const missing = (schema.required ?? []).find((key) => !(key in value))
    if (missing !== undefined) return `${at}.${missing} is missing`
    return first(
      Object.entries(value).map(([key, one]) => {
        const known = schema.properties?.[key]
        if (known) return misfit(known, one, `${at}.${key}`)
        if (schema.additionalProperties === false && schema.properties) return `${at}.${key} is not in the document`
        return isObject(schema.additionalProperties)
          ? misfit(schema.additionalProperties, one, `${at}.${key}`)
          : undefined
      }),
    )
  }
  return { resolve, misfit }
}

function outOfRange({ minimum, maximum }: Schema, value: number, at: string): string | undefined {
  if (minimum !== undefined && value < minimum) return `${at} is under ${minimum}`
  if (maximum !== undefined && value > maximum) return `${at} is over ${maximum}`
}

const short = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 60)
