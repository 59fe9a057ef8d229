import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'

type Shape = Record<string, z.core.$ZodType>
type ObjectSchema<S extends Shape> = z.core.$ZodType & { shape: S }

/** What the address says, field by field: a field that is not valid counts as absent, so that no old bookmark breaks a page. */
function readAddress<S extends Shape>(
  schema: ObjectSchema<S>,
  search: Record<string, unknown>,
): Partial<{ [K in keyof S]: z.core.output<S[K]> }> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    if (search[name] === undefined || search[name] === '') continue
    const parsed = z.safeParse(field, String(search[name]))
    if (parsed.success) values[name] = parsed.data
  }
  return values as never
}

/** Why a call refuses a field of its query, in the server's words; nothing where it takes it. */
export const refusalOf = (query: z.core.$ZodType | undefined, name: string, value: string): string | undefined =>
  query && z.safeParse(query, { [name]: value }).error?.issues.find(({ path }) => path[0] === name)?.message

/**
 * A list's state lives in its address and is read by the same schema that the server reads it by.
 * Setting anything but the page starts at page 1 again; an undefined value leaves the address.
 */
export function useAddress<S extends Shape>(schema: ObjectSchema<S>) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const values = useMemo(() => readAddress(schema, search), [schema, search])
  const set = useCallback(
    (patch: Partial<Record<keyof S & string, unknown>>, how: { replace?: boolean } = {}) =>
      navigate({
        to: '.',
        replace: how.replace ?? false,
        resetScroll: false,
        search: ((old: Record<string, unknown>) => {
          const next = {
            ...old,
            ...('page' in patch || 'pageNo' in patch ? {} : { page: undefined, pageNo: undefined }),
            ...patch,
          }
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
        }) as never,
      }),
    [navigate],
  )
  return [values, set] as const
}
