import { glob } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Schema } from '#contract/endpoint.ts'
import type { Shape } from '#server/http/components.ts'

const SRC = path.resolve(import.meta.dirname, '..')
const NAMED = new Set(['object', 'union', 'enum', 'record'])
/** Small ones that say more than their type. */
const ATOMS: Record<string, Omit<Shape, 'id'>> = {
  Day: { description: 'A calendar day, YYYY-MM-DD', format: 'date' },
  Instant: { description: 'An instant, ISO 8601 with its zone', format: 'date-time' },
}

const isShape = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** The shapes that contracts export, by their names there: those of the API's document. */
export async function namedShapes(): Promise<ReadonlyMap<Schema, Shape>> {
  const files = await Array.fromAsync(glob(['contract/*.ts', 'features/*/*contract.ts'], { cwd: SRC }))
  const shapes = new Map<Schema, Shape>()
  for (const file of files.filter((file) => !file.endsWith('.test.ts')).sort()) {
    const exported = (await import(pathToFileURL(path.join(SRC, file)).href)) as Record<string, unknown>
    for (const [name, shape] of Object.entries(exported))
      if (isShape(shape) && /^[A-Z]/.test(name) && (NAMED.has(shape._zod.def.type) || name in ATOMS))
        shapes.set(shape, { id: name, ...ATOMS[name] })
  }
  return shapes
}
