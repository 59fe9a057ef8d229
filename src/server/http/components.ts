import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'

export type Json = { [key: string]: unknown }
/** What is sent and what is answered differ where a default or a text read as a number stands. */
export type Side = 'input' | 'output'
/** A schema with a name of its own, and what more is said of it. */
export type Shape = { id: string; description?: string; format?: string; examples?: unknown[] }

export const toJson = (schema: Schema, io: Side): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

const AT = '#/components/schemas/'
/** While the document is written, a reference says the side as well. */
const REFERENCE = /"#\/components\/schemas\/(\w+)~(input|output)"/g

/** Writes schemas as JSON Schema in which a named one stands as a reference. */
export function componentsOf(shapes: ReadonlyMap<Schema, Shape>) {
  const registry = z.registry<Shape>()
  for (const [schema, shape] of shapes) registry.add(schema, shape)
  const byName = new Map([...shapes].map(([schema, { id }]) => [id, schema]))

  /** @returns the schema, or the reference to it, and what it refers to */
  const written = (schema: Schema, io: Side) => {
    // Inside of another, so that it is a reference itself when it has a name.
    const json = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', metadata: registry as never })
    const text = JSON.stringify(json).replace(/"#\/\$defs\/(\w+)"/g, `"${AT}$1~${io}"`)
    return JSON.parse(text) as { properties: { it: Json }; $defs?: Record<string, Json> }
  }
  const component = (name: string, io: Side) => JSON.stringify(written(byName.get(name)!, io).$defs![name])

  return {
    write: (schema: Schema, io: Side): Json => written(schema, io).properties.it,

    /** The document with its references as they stay, and the components that it needs. */
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

      /** Whether both sides are the same, with all that they refer to. */
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
