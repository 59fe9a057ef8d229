import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import { todayOf } from '../ui/format.ts'
import { readAddress, type ObjectSchema } from './read-address.ts'

type Shape = Record<string, z.core.$ZodType>
type Values = Record<string, unknown>

/**
 * State of a list in its address, read with the server's schema. Changing anything but the page returns to page 1; an
 * undefined value is removed.
 */
export function useAddress<S extends Shape>(schema: ObjectSchema<S>) {
  const search = useSearch({ strict: false }) as Values
  const change = useChange()
  const now = todayOf(schema)
  const values = useMemo(() => readAddress(schema, search, now), [schema, search, now])
  const set = useCallback(
    (patch: Partial<Record<keyof S & string, unknown>>, how?: { replace?: boolean }) => change(() => patch, how),
    [change],
  )
  return [values, set] as const
}

/** Sets the order from the last requested one, whose rows may still be loading. */
export function useSort() {
  const change = useChange()
  return useCallback(
    (next: (sort: string | undefined) => string | undefined) =>
      change(({ sort }) => ({ sort: next(sort as string | undefined) })),
    [change],
  )
}

function useChange() {
  const navigate = useNavigate()
  return useCallback(
    (patchOf: (now: Values) => Values, { replace = false }: { replace?: boolean } = {}) =>
      navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: ((now: Values) => {
          const patch = patchOf(now)
          const next = {
            ...now,
            ...('page' in patch || 'pageNo' in patch ? {} : { page: undefined, pageNo: undefined }),
            ...patch,
          }
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
        }) as never,
      }),
    [navigate],
  )
}
