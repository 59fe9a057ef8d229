import * as z from 'zod/mini'
import { valueOf } from '#contract/relative-day.ts'
import type { Day } from '#contract/time.ts'

type Shape = Record<string, z.core.$ZodType>
export type ObjectSchema<S extends Shape> = z.core.$ZodType & { shape: S }

/** Reads the fields of an address. Invalid fields are ignored, so that no old bookmark breaks a page. */
export function readAddress<S extends Shape>(
  schema: ObjectSchema<S>,
  search: Record<string, unknown>,
  today: Day,
): Partial<{ [K in keyof S]: z.core.output<S[K]> }> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    if (search[name] === undefined || search[name] === '') continue
    const { data } = valueOf(field, String(search[name]), today)
    if (data !== undefined) values[name] = data
  }
  return values as never
}

/** Returns the server's message for a rejected field of a query; undefined if accepted. */
export const refusalOf = (query: z.core.$ZodType | undefined, name: string, value: string): string | undefined =>
  query && z.safeParse(query, { [name]: value }).error?.issues.find(({ path }) => path[0] === name)?.message

/** Returns the texts of the given fields that a query rejects. */
export const refusedIn = (
  query: z.core.$ZodType | undefined,
  search: Record<string, unknown>,
  names: readonly string[],
  today: Day,
): { name: string; text: string }[] =>
  names.flatMap((name) => {
    const [field, text] = [fieldsOf(query)[name], search[name]]
    if (!field || typeof text !== 'string' || text === '') return []
    return valueOf(field, text, today).data === undefined ? [{ name, text }] : []
  })

/** Returns the fields of a call's query by name. */
export const fieldsOf = (query: z.core.$ZodType | undefined): Shape =>
  (query as { shape?: Shape } | undefined)?.shape ?? {}
export const namesIn = (query: z.core.$ZodType | undefined): string[] => Object.keys(fieldsOf(query))
