import type { Chance } from './chance.ts'
import type { Fits, Schema } from './document.ts'
import type { Known } from './known.ts'
import { nasty } from './nasty.ts'

/** Where a value is to stand: the name of its field, and the feature. */
type Place = { name: string; tag: string }
/** Makes a value that fits a schema, as far as the schema tells. */
export type Sample = (schema: Schema | undefined, place: Place) => unknown

const DAY_MS = 86_400_000
const DEPTH_MOST = 5

/** What a text is like where its name says so and no real one is known. */
const BY_NAME: readonly (readonly [RegExp, (chance: Chance) => string])[] = [
  [/email/, (chance) => `${chance.chars(6)}@fuzz.example`],
  [/mobile|phone/, (chance) => chance.pick(['08031234567', '+2348031234567', '+447911123456'])],
  [/schedule_time/, (chance) => chance.pick(['10:00', '23:59', '00:00'])],
  [/time$|_at$|^at$|showtime|reschedule_date|date_time/, (chance) => instant(chance)],
  [/date|day|from|until|expires|subend|substart/, (chance) => instant(chance).slice(0, 10)],
  [
    /url|link|image|media|poster|background|thumbnail|trailer|address/,
    (chance) => chance.pick(['https://x.example/a.png', '/api/files/abcd.png', 'https://video.example/watch?v=abc']),
  ],
  [/password/, () => 'a long enough 1'],
  [/year/, (chance) => String(chance.int(2015, 2027))],
  [/pin/, () => '1234'],
  [/code/, (chance) => chance.chars(8).toUpperCase()],
  [/duration/, (chance) => chance.pick(['WEEKLY', 'MONTHLY', 'YEARLY'])],
  [/usertype/, (chance) => chance.pick(['ADMIN', 'EDITOR', 'SUPERADMIN'])],
  [/paymenttype/, (chance) => chance.pick(['CASH', 'CARD'])],
]

export const instant = (chance: Chance): string =>
  new Date(Date.now() + chance.int(-400, 60) * DAY_MS + chance.int(0, DAY_MS)).toISOString()

export function sampling(chance: Chance, known: Known, { resolve, misfit }: Fits): Sample {
  /** What was seen under a name, as far as it fits. */
  const seen = ({ name, tag }: Place, schema: Schema): readonly unknown[] => {
    const fits = (value: unknown) => [value, Number(value), String(value)].some((one) => !misfit(schema, one))
    return (
      known
        .pools(name, tag)
        .map((pool) => pool.filter(fits))
        .find(({ length }) => length) ?? []
    )
  }
  const real = (place: Place, schema: Schema) => {
    const values = seen(place, schema)
    return values.length && chance.happens(0.7) ? chance.pick(values) : undefined
  }
  const textOf = (schema: Schema, place: Place) => {
    const value = real(place, schema)
    if (value !== undefined) return String(value)
    const made = BY_NAME.find(([pattern]) => pattern.test(place.name.toLowerCase()))?.[1]
    return made ? made(chance) : chance.chars(chance.int(1, 12))
  }
  const numberOf = (schema: Schema, place: Place, isInt: boolean) => {
    const value = real(place, schema)
    if (typeof value === 'number') return value
    if (/year/i.test(place.name)) return chance.int(2016, 2026)
    const least = Math.max(schema.minimum ?? 0, -1e6)
    const most = Math.min(schema.maximum ?? least + 50, least + 1e6)
    const digits = isInt ? 1 : 100
    return Math.round((least + chance.next() * (most - least)) * digits) / digits
  }
  const objectOf = (schema: Schema, place: Place, depth: number) => {
    const made: Record<string, unknown> = {}
    // A record that was seen lends its fields, so that they go together.
    const lent = chance.happens(0.5) ? known.record(place.tag) : {}
    for (const [key, one] of Object.entries(schema.properties ?? {}))
      if (Object.hasOwn(lent, key) && chance.happens(0.9) && !misfit(one, lent[key])) made[key] = lent[key]
      else if (schema.required?.includes(key) || chance.happens(0.7))
        made[key] = sample(one, { name: key, tag: place.tag }, depth + 1)
    if (!schema.properties && typeof schema.additionalProperties === 'object' && depth < DEPTH_MOST)
      made[chance.chars(3)] = sample(schema.additionalProperties, place, depth + 1)
    return made
  }
  const listOf = (schema: Schema, place: Place, depth: number) => {
    const least = schema.minItems ?? 0
    const length = depth > DEPTH_MOST ? 0 : chance.int(least, Math.min(schema.maxItems ?? 3, least + 2))
    const one = { name: place.name.replace(/s$/, ''), tag: place.tag }
    return Array.from({ length }, () => sample(schema.items, one, depth + 1))
  }

  const sample = (unresolved: Schema | undefined, place: Place, depth: number): unknown => {
    const schema = resolve(unresolved)
    if (Object.keys(schema).length === 0)
      return real(place, schema) ?? (chance.happens(0.7) ? textOf(schema, place) : nasty(chance))
    if ('const' in schema) return schema.const
    if (schema.enum) return chance.pick(schema.enum)
    const either = schema.anyOf ?? schema.oneOf
    if (either) return sample(chance.pick(either), place, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => sample(one, place, depth)))
    const type = Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type
    if (type === 'object' || schema.properties) return objectOf(schema, place, depth)
    if (type === 'array') return listOf(schema, place, depth)
    if (type === 'integer' || type === 'number')
      return numberOf(schema, place, type === 'integer' || chance.happens(0.7))
    if (type === 'boolean') return chance.happens(0.5)
    return type === 'null' ? null : textOf(schema, place)
  }
  return (schema, place) => sample(schema, place, 0)
}
