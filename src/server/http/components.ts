import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'

export type Json = { [key: string]: unknown }
/** Input and output differ for defaults, and for numbers that are read from text. */
export type Side = 'input' | 'output'
/** A named schema with its description. */
export type Shape = { id: string; description?: string; format?: string; examples?: unknown[] }

export const toJson = (schema: Schema, io: Side): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const AT = '#/components/schemas/'
/** References name the side until the document is complete. */
const REFERENCE = /"#\/components\/schemas\/(\w+)~(input|output)"/g

/** Writes schemas as JSON Schema with references to the named ones. */
export function componentsOf(shapes: ReadonlyMap<Schema, Shape>) {
  const registry = z.registry<Shape>()
  for (const [schema, shape] of shapes) registry.add(schema, shape)
  const byName = new Map([...shapes].map(([schema, { id }]) => [id, schema]))

  /** @returns the schema or a reference to it, with the schemas that it refers to */
  const written = (schema: Schema, io: Side) => {
    // Wrapped in another object, because a named schema is then a reference too.
    const json = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', metadata: registry as never })
    const text = JSON.stringify(json).replace(/"#\/\$defs\/(\w+)"/g, `"${AT}$1~${io}"`)
    return JSON.parse(text) as { properties: { it: Json }; $defs?: Record<string, Json> }
  }
  const component = (name: string, io: Side) => JSON.stringify(written(byName.get(name)!, io).$defs![name])

  return {
    write: (schema: Schema, io: Side): Json => written(schema, io).properties.it,

    /** Returns the document with its final references, and the components that it needs. */
    settle<T extends object>(document: T): { document: T; schemas: Record<string, Json> } {
      const needed = new Map<string, string>()
      const add = (text: string) => {
        for (const [, name, io] of text.matchAll(REFERENCE)) {
          const key = `${name}~${io}`
          if (needed.has(key)) continue
          const json = component(name!, io as Side)
          needed.set(key, json)
          add(json)
        }
      }
      add(JSON.stringify(document))

      /** Checks whether both sides of a schema, with all that it refers to, are equal. */
      const isOne = (name: string): boolean => {
        const [input, output] = (['input', 'output'] as const).map((io) => needed.get(`${name}~${io}`))
        if (input === undefined || output === undefined) return true
        const plain = (text: string) => text.replace(REFERENCE, '"$1"')
        return (
          plain(input) === plain(output) &&
          [...output.matchAll(REFERENCE)].every(([, inner]) => inner === name || isOne(inner!))
        )
      }
      const nameOf = (name: string, io: string) => (io === 'output' || isOne(name) ? name : `${name}Input`)
      const settled = <V>(text: string) =>
        JSON.parse(text.replace(REFERENCE, (_, name: string, io: string) => `"${AT}${nameOf(name, io)}"`)) as V
      const schemas = [...needed].map(([key, text]) => {
        const [name, io] = key.split('~') as [string, string]
        return [nameOf(name, io), settled<Json>(text)] as const
      })
      return {
        document: settled<T>(JSON.stringify(document)),
        schemas: Object.fromEntries(schemas.toSorted(([one], [other]) => (one < other ? -1 : 1))),
      }
    },
  }
}
