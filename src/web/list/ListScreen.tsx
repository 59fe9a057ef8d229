import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { filterOf } from '#contract/filter.ts'
import type { Empty } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { todayOf } from '#web/ui/format.ts'
import { useFeatures } from '../features.ts'
import { usePart } from '../lazy.ts'
import { useSort } from './address.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { inFile, useColumnChoice, type Column } from './columns.ts'
import { ExportButton } from './ExportButton.tsx'
import { Filters, type Filter } from './Filters.tsx'
import { ImportButton } from './ImportButton.tsx'
import { filterText } from './filter-text.ts'
import { useDensity } from './density.ts'
import { List, type Reading } from './List.tsx'
import styles from './List.module.css'
import { fieldsOf, refusalOf } from './read-address.ts'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBar, SelectionToolbar, useSelection } from './selection.tsx'
import { useRefused } from './useRefused.tsx'
import { useListViews, type ListViews } from './views.ts'

/** Part of the address that every list has. */
type Address = { page?: number; sort?: string | undefined; search?: string | undefined }
type SetAddress = (patch: Record<string, unknown>, how?: { replace?: boolean }) => unknown

/** File of the list. Its call accepts every filter of the list, or the screen provides the query. */
type File<E extends Endpoint, F> = {
  endpoint: E
  /** Columns that only the file has. */
  also?: readonly string[]
  disabledReason?: string | undefined
} & ([keyof F] extends [keyof Input<E['query']>] ? { query?: FileQuery<E> } : { query: FileQuery<E> })
/** Query of a file from its column ids. Omitted: the list's `filter` and these columns. */
type FileQuery<E extends Endpoint> = (columns: string) => Input<E['query']>

/** Key of a row: its `id` unless the screen has another. */
type Keyed<R> = [R] extends [{ id: string | number }] ? { rowKey?: (row: R) => string } : { rowKey: (row: R) => string }

/** `useList` returns the properties that follow from the call of the contract. */
type Props<R, E extends Endpoint, F> = {
  title: string
  note?: ReactNode
  /** Shows a back button, which leads to this address after a fresh start. */
  back?: string
  /** Name of the table for screen readers and for its stored columns. */
  label: string
  /** Tabs between the title and the list. */
  above?: ReactNode
  columns: readonly Column<R>[]
  /** Call that reads the list. Its query has the types of the filters, where there is no file. */
  endpoint?: Endpoint
  /** From `useAddress`. */
  address: Address
  setAddress: SetAddress
  /** Filter, search and sort of the list. */
  filter?: F
  perPage: number
  /** Choices of rows per page. */
  sizes?: readonly number[]
  onPerPage?: (perPage: number) => void
  reading: Reading
  rows: readonly R[] | undefined
  total: number | undefined
  rowTo?: (row: R) => string | undefined
  onOpen?: (row: R) => void
  /** Default order, where a column shows it. */
  defaultSort?: string
  /** Empty state without search and filters; with an `action` also otherwise. */
  empty: Empty
  /** Empty state when nothing matches the search and filters. */
  noMatch?: Pick<Empty, 'title' | 'text'>
  /** Label of the search. Omitted: the list has no search. */
  searchLabel?: string
  /** Name of the search in the address and the query. */
  searchField?: string
  /** Pause in typing before a search, in ms. */
  searchDebounceMs?: number
  filters?: readonly Filter[]
  /** Controls of the page, before the export. */
  controls?: ReactNode
  /** File of the list. A list with a file and with search or filters also has a choice of columns, and views. */
  csv?: File<E, F>
  /** Cards below the list, and dialogs. */
  children?: ReactNode
} & Keyed<R>

/** Screen of a list. Only its specifics are passed in; the rest is the same everywhere. */
export function ListScreen<R, E extends Endpoint = Endpoint, F extends object = {}>(props: Props<R, E, F>) {
  const { title, note, label, columns, address, setAddress, filters = [], searchLabel, csv, perPage, sizes } = props
  const { searchField = 'search', rowKey = idOf } = props as typeof props & { rowKey?: (row: R) => string }
  const { page = 1, sort } = address
  const endpoint = csv?.endpoint ?? props.endpoint
  const contract = endpoint?.query
  const choice = useColumnChoice(label, columns)
  const density = useDensity(label)
  const sortBy = useSort()
  const params = useSearch({ strict: false }) as Record<string, unknown>
  const views = useListViews({
    title,
    query: contract,
    columns,
    choice,
    filters,
    rows: sizes && { perPage, isDense: density[0] },
  })
  const isBare = searchLabel === undefined && filters.length === 0
  const visible = csv && !isBare ? choice.visible : columns
  const query = (csv ? queryOf(csv, inFile(visible, csv.also), props.filter) : (props.filter ?? {})) as Query
  const fields = [searchField, ...filters.map(({ name }) => name)]
  const refused = useRefused(filters, contract, setAddress, searchField)
  const selection = useSelection({ ...props, rowKey, ...refused, file: endpoint, query })
  // A file that accepts ids has the selected rows.
  const hasSome = selection && !selection.isAll && selection.count > 0 && 'ids' in fieldsOf(contract)
  const narrowed = fields.filter((name) => params[name] !== undefined && params[name] !== '')
  return (
    <Page
      title={title}
      note={note}
      back={props.back}
      actions={
        (csv || props.controls) && (
          <>
            {props.controls}
            {csv && (
              <>
                <ImportButton file={csv.endpoint} query={queryOf(csv, '', props.filter) as Query} />
                <ExportButton
                  endpoint={csv.endpoint}
                  query={(hasSome ? { ...query, ids: selection.ids.join() } : query) as Input<E['query']>}
                  count={hasSome ? selection.count : undefined}
                  filterLabels={filterLabelsOf(filters, contract, address, params)}
                  disabledReason={refused?.empty.title ?? csv.disabledReason}
                />
              </>
            )}
          </>
        )
      }
    >
      {props.above}
      <List
        label={label}
        columns={selection ? [selection.column, ...visible] : visible}
        reading={props.reading}
        rows={props.rows}
        total={props.total}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        sort={sort}
        onSort={sortBy}
        defaultSort={props.defaultSort}
        rowKey={rowKey}
        rowTo={props.rowTo}
        onOpen={props.onOpen}
        empty={
          narrowed.length > 0 && !props.empty.action
            ? {
                ...nothingFound(() => setAddress(Object.fromEntries(narrowed.map((name) => [name, ''])))),
                ...props.noMatch,
              }
            : props.empty
        }
        {...refused}
        density={density}
        sizes={sizes}
        onPerPage={props.onPerPage}
        views={csv && !isBare && <Views {...views} />}
        toolbar={
          isBare ? (
            selection && <SelectionToolbar {...selection} />
          ) : (
            <>
              {selection && selection.count > 0 && <SelectionBar {...selection} />}
              <Filters filters={filters} query={contract} values={address} onChange={setAddress} />
              {searchLabel !== undefined && (
                <SearchBox
                  label={searchLabel}
                  value={String(address[searchField as 'search'] ?? '')}
                  debounceMs={props.searchDebounceMs}
                  refusal={(term) => refusalOf(contract, searchField, term)}
                  onSearch={(term) => setAddress({ [searchField]: term }, { replace: true })}
                />
              )}
              {csv && <ColumnMenu columns={columns} hidden={choice.hidden} onToggle={choice.toggle} />}
            </>
          )
        }
      />
      {props.children}
    </Page>
  )
}

type Query = Readonly<Record<string, unknown>>

const idOf = (row: unknown) => String((row as { id: string | number }).id)

/** Returns the query of a file. A call that always returns all columns has no choice of columns. */
function queryOf<E extends Endpoint, F>({ endpoint, query }: File<E, F>, columns: string, filter: F | undefined) {
  if (query) return query(columns)
  return { ...filter, ...('columns' in fieldsOf(endpoint.query) && { columns }) }
}

/** Returns the active filters with the texts of their chips. */
const filterLabelsOf = (
  filters: readonly Filter[],
  query: z.core.$ZodType | undefined,
  address: Record<string, unknown>,
  params: Record<string, unknown>,
) =>
  filters.flatMap((filter) => {
    const { name, label } = filter
    if (address[name] === undefined) return []
    const text = typeof params[name] === 'string' ? params[name] : String(address[name])
    return [{ name, label, value: filterText(filter, filterOf(fieldsOf(query)[name]), text, todayOf(query)) }]
  })

const nothingFound = (onClear: () => void): Empty => ({
  title: 'No results',
  text: 'Search for something else, or remove a filter',
  action: (
    <Button variant="default" onClick={onClear}>
      Clear search and filters
    </Button>
  ),
})

/** Views of the list. Their place is reserved while they load, and the list does not wait for them. */
function Views(list: ListViews) {
  const of = useFeatures().find(({ listViews }) => listViews)?.listViews
  const { Part: Here } = usePart(of)
  return of && <div className={styles.views}>{Here && <Here {...list} />}</div>
}
