import * as z from 'zod/mini'
import { PageNumber, TABLE_ROWS } from '#contract/atoms.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { CallArgs, Data } from '../api/client.ts'
import { useRead, type ReadOptions } from '../api/queries.ts'
import { useAddress } from './address.ts'
import { fieldsOf, type ObjectSchema } from './read-address.ts'
import { useRows } from './useRows.ts'

type Shape = Record<string, z.core.$ZodType>
type ShapeOf<S> = S extends ObjectSchema<infer T extends Shape> ? T : {}

/** The address of a complete list. */
const PAGE_ALONE = z.object({ page: z._default(PageNumber, 1) })
/** Fields of a query that filter nothing: pages, and additions to the rows. */
const NO_FILTERS = ['page', 'perPage', 'pageNo', 'pageSize', '$include'] as const

type Address<S extends Shape> = Partial<{ [K in keyof S]: z.core.output<S[K]> }>
/** Filters, search and sort of a list, as its call accepts them. */
type Filter<E extends Endpoint, Q> = Omit<Partial<Output<E['query']>>, (typeof NO_FILTERS)[number] | keyof Q> & Q

type Options<E extends Endpoint, R, S extends Shape, Q> = {
  /** Name of the table for screen readers. The device remembers columns and rows by this name. */
  label: string
  rows: (data: Data<E>) => readonly R[] | undefined
  /** Schema of the address, where the address has more than the query: an opened dialog. The default is the query. */
  address?: ObjectSchema<S>
  /** Values of the query that the screen adds to those of the address, or converts. */
  query?: (address: Address<NoInfer<S>>) => Q
  /** The `$include` of the query. */
  include?: string
  /** A fixed number of rows. Without it the user chooses one, where the address has a `perPage`. */
  perPage?: number
  /** Choices of `perPage`. */
  sizes?: readonly number[]
  /** Name of the search in the query, where that is not `search`. */
  searchField?: 'search_query'
}

/**
 * Reads a list of the contract by the address of the screen. A call without pages returns the complete list, and the
 * screen shows one page.
 * @returns properties of `ListScreen`, `data`: the reply, and `filter`: the query without its page
 */
export function useList<
  E extends Endpoint,
  R,
  S extends Shape = ShapeOf<E['query']>,
  Q extends Partial<CallQuery<E>> = {},
>(row: E, options: Options<E, R, S, Q>, read: ReadOptions<Data<E>> = {}) {
  const { label, include, perPage: fixed, searchField } = options
  const fields = fieldsOf(row.query)
  const pages = 'page' in fields ? 'page' : 'pageNo' in fields ? 'pageNo' : undefined
  const schema = options.address ?? ((pages ? row.query : PAGE_ALONE) as ObjectSchema<S>)
  const [address, setAddress] = useAddress(schema)
  const { perPage: field } = fieldsOf(schema)
  const first = (field && defaultOf(field)) ?? TABLE_ROWS
  const chosen = useRows(label, first, address, (patch) => setAddress(patch as {}), options.sizes)
  const size = field && fixed === undefined ? chosen : { perPage: fixed ?? TABLE_ROWS }
  const { page = 1 } = address as { page?: number }
  const { perPage } = size

  const filter = {
    ...Object.fromEntries(
      Object.entries(address).filter(([name]) => name in fields && !NO_FILTERS.includes(name as never)),
    ),
    ...options.query?.(address),
  } as Filter<E, Q>
  const query = {
    ...(pages === 'page' && { page, perPage }),
    ...(pages === 'pageNo' && { pageNo: page, pageSize: perPage }),
    ...filter,
    ...(include !== undefined && { $include: include }),
  }
  // Other readers of the same call share its cached reply: they pass no query either.
  const reading = useRead(row, (Object.keys(query).length > 0 ? { query } : {}) as CallArgs<E>, read)
  const { data } = reading
  const rows = data === undefined ? undefined : options.rows(data)
  return {
    label,
    endpoint: row as Endpoint,
    address,
    setAddress,
    ...size,
    ...(searchField && { searchField }),
    filter,
    reading,
    data,
    ...(pages
      ? { rows, total: (data as { totalCount?: number } | undefined)?.totalCount }
      : { rows: rows?.slice((page - 1) * perPage, page * perPage), total: rows?.length }),
  }
}

/** The query of a call, as sent. */
type CallQuery<E extends Endpoint> = CallArgs<E> extends { query?: infer Q } ? NonNullable<Q> : {}

/** The default number of rows, from the contract. */
const defaultOf = (field: z.core.$ZodType) => z.safeParse(field, undefined).data as number | undefined
