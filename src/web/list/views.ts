import { useLocation, useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { valueOf } from '#contract/relative-day.ts'
import { todayOf } from '../ui/format.ts'
import type { Column } from './columns.ts'
import type { Filter } from './Filters.tsx'
import { namesIn } from './read-address.ts'

/** Parts of a list's address that only affect its look. */
const DISPLAY = ['columns', 'dense', 'perPage'] as const
/** Id for all rows, in a list with a default view. */
export const EVERYTHING = 'all'

type Query = Readonly<Record<string, string>>

/** State of a list, for the feature that stores its views. */
export type ListViews = {
  /** Address of the list below /dashboard, and its title. */
  list: string
  title: string
  /** Permission to see the list. */
  permission: RequiredPermission
  /** Values of the address by name, without the page. */
  query: Query
  /** The same with the look of the rows, also where only the device has it. */
  display: Query
  /** Nothing is requested or shown differently from the default. */
  isPlain: boolean
  /** The address has no values. */
  isBare: boolean
  /** View of the address: its id, or EVERYTHING. */
  view: string | undefined
  /** Parts of a view that the list no longer has: "Tier: 9". */
  unknownIn: (query: Query) => { name: string; text: string }[]
}

/** Value of the address for the look of a list. A view stores it in the address, otherwise the device does. */
export function useInAddress(name: (typeof DISPLAY)[number]) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const value = search[name]
  const isOfView = search.view !== undefined && search.view !== EVERYTHING
  return {
    value: typeof value === 'string' && value !== '' ? value : undefined,
    isOfView,
    isThere: isOfView || value !== undefined,
    set: (to: string) =>
      void navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: ((old: object) => ({ ...old, [name]: to })) as never,
      }),
  }
}

type Listed<R> = {
  title: string
  /** Query of the list's file, with every filter of the list. */
  query: z.core.$ZodType | undefined
  columns: readonly Column<R>[]
  choice: { visible: readonly Column<R>[]; isDefault: boolean }
  filters: readonly Filter[]
  /** Rows per page and row height, where they can be chosen. */
  rows: { perPage: number; isDense: boolean } | undefined
}

/** Returns the state of a list for the feature that stores views. */
export function useListViews<R>({ title, query, columns, choice, filters, rows }: Listed<R>): ListViews {
  const { pathname } = useLocation()
  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission }) ?? 'person'
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const shape = (query as { shape?: Record<string, z.core.$ZodType> } | undefined)?.shape ?? {}
  const isKnown = (name: string, value: string) => {
    if (name === 'columns') return value.split(',').every((id) => columns.some((column) => column.id === id))
    if (name === 'dense' || name === 'perPage') return true
    return name in shape && valueOf(shape[name]!, value, todayOf(query)).data !== undefined
  }
  const listQuery = Object.fromEntries(
    [...new Set([...DISPLAY, ...namesIn(query)])].flatMap((name) => {
      const text = search[name]
      return typeof text === 'string' && text !== '' && (name === 'columns' || isKnown(name, text))
        ? [[name, text]]
        : []
    }),
  ) as Query
  return {
    list: pathname.split('/').slice(2).join('/'),
    title,
    permission,
    query: listQuery,
    display: {
      ...listQuery,
      columns: choice.visible.map(({ id }) => id).join(),
      ...(rows && { perPage: String(rows.perPage), dense: rows.isDense ? 'yes' : 'no' }),
    },
    isPlain: Object.keys(listQuery).length === 0 && choice.isDefault,
    isBare: Object.keys(search).length === 0,
    view: typeof search.view === 'string' ? search.view : undefined,
    unknownIn: (wanted) =>
      Object.entries(wanted)
        .filter(([name, value]) => !isKnown(name, value))
        .map(([name, value]) => ({
          name,
          text:
            name === 'columns'
              ? 'a column'
              : `“${filters.find((filter) => filter.name === name)?.label ?? name}: ${value}”`,
        })),
  }
}
