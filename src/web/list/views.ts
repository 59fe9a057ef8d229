import { useLocation, useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { valueOf } from '#contract/relative-day.ts'
import { todayOf } from '../ui/format.ts'
import type { Column } from './columns.ts'
import type { Filter } from './Filters.tsx'
import { namesIn } from './read-address.ts'

/** What a list's address says beside what the server is asked for: how the rows are shown. */
const DISPLAY = ['columns', 'dense', 'perPage'] as const
/** In place of a view's id: everything, of a list that starts with a view. */
export const EVERYTHING = 'all'

type Query = Readonly<Record<string, string>>

/** A list as it stands, for the feature that keeps views of it. */
export type ListViews = {
  /** The list's address, below /dashboard, and what it is called. */
  list: string
  title: string
  /** What it takes to see the list. */
  permission: RequiredPermission
  /** What the address says, by name, but the page. */
  query: Query
  /** The same with how the rows are shown, also where the address leaves that to the device. */
  display: Query
  /** Neither asked for nor shown otherwise than at first. */
  isPlain: boolean
  /** The address says nothing at all. */
  isBare: boolean
  /** Of which view the address is: its id, or EVERYTHING. */
  view: string | undefined
  /** What of a view the list does not have any more, in words: "Tier: 9". */
  unknownIn: (query: Query) => { name: string; text: string }[]
}

/** A word of the address that is no filter: how a list is shown. In a view it stands in the address, else on the device. */
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
  /** The query that the list's file is asked for by: it has every filter of the list. */
  query: z.core.$ZodType | undefined
  columns: readonly Column<R>[]
  choice: { visible: readonly Column<R>[]; isDefault: boolean }
  filters: readonly Filter[]
  /** Where somebody can choose them. */
  rows: { perPage: number; isDense: boolean } | undefined
}

/** What a feature that keeps views needs of a list. */
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
