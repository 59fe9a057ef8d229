import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import { todayOf } from '../ui/format.ts'
import { readAddress, type ObjectSchema } from './read-address.ts'

type Shape = Record<string, z.core.$ZodType>

/**
 * A list's state lives in its address and is read by the same schema that the server reads it by.
 * Setting anything but the page starts at page 1 again; an undefined value leaves the address.
 */
export function useAddress<S extends Shape>(schema: ObjectSchema<S>) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const now = todayOf(schema)
  const values = useMemo(() => readAddress(schema, search, now), [schema, search, now])
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
