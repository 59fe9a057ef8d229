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

/** What every list keeps in its address. */
type Address = { page?: number; sort?: string | undefined; search?: string | undefined }
type SetAddress = (patch: Record<string, unknown>, how?: { replace?: boolean }) => unknown

/** The list as a file. Its call takes every filter of the list, or the screen says its query. */
type File<E extends Endpoint, F> = {
  endpoint: E
  /** Columns that the file has and the table has not. */
  also?: readonly string[]
  disabledReason?: string | undefined
} & ([keyof F] extends [keyof Input<E['query']>] ? { query?: FileQuery<E> } : { query: FileQuery<E> })
/** The query of a file, from the ids of its columns. Without it the file has the list's `filter` and these columns. */
type FileQuery<E extends Endpoint> = (columns: string) => Input<E['query']>

/** The key of a row is its `id` unless the screen names another. */
type Keyed<R> = [R] extends [{ id: string | number }] ? { rowKey?: (row: R) => string } : { rowKey: (row: R) => string }

/** `useList` returns everything that follows from the call of the contract. */
type Props<R, E extends Endpoint, F> = {
  title: string
  note?: ReactNode
  /** Shows a button that goes back to where one came from, or to this address after a fresh start. */
  back?: string
  /** What the table holds, for those who hear it, and under which its columns are remembered. */
  label: string
  /** Between the title and the list: tabs. */
  above?: ReactNode
  columns: readonly Column<R>[]
  /** The call that reads the list. Its query has the kinds of the filters, where there is no file. */
  endpoint?: Endpoint
  /** From `useAddress`. */
  address: Address
  setAddress: SetAddress
  /** What the list is filtered, searched and sorted by. */
  filter?: F
  perPage: number
  /** Numbers of rows that a page can have, to choose among. */
  sizes?: readonly number[]
  onPerPage?: (perPage: number) => void
  reading: Reading
  rows: readonly R[] | undefined
  total: number | undefined
  rowTo?: (row: R) => string | undefined
  onOpen?: (row: R) => void
  /** The order without a choice, where a column shows it. */
  defaultSort?: string
  /** What it says without rows, where nothing is searched or filtered for; with an `action` also where something is. */
  empty: Empty
  /** The same where nothing matches what is searched and filtered for. */
  noMatch?: Pick<Empty, 'title' | 'text'>
  /** What the search looks through. Without it the list has no search. */
  searchLabel?: string
  /** The name of the search in the address and the query. */
  searchField?: string
  /** How long typing pauses before it is searched for. */
  searchDebounceMs?: number
  filters?: readonly Filter[]
  /** The page's own controls, before the export. */
  controls?: ReactNode
  /** The file of the list. A list with a file that can be searched or filtered also has a choice of columns, and views. */
  csv?: File<E, F>
  /** Cards below the list, and dialogs. */
  children?: ReactNode
} & Keyed<R>

/** A whole list screen: what is particular to it comes in, all else is the same everywhere. */
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
  // A file that can be of some rows is of those that are selected.
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

/** A call whose file always has all columns takes no choice of columns. */
function queryOf<E extends Endpoint, F>({ endpoint, query }: File<E, F>, columns: string, filter: F | undefined) {
  if (query) return query(columns)
  return { ...filter, ...('columns' in fieldsOf(endpoint.query) && { columns }) }
}

/** The filters that are chosen, as their chips say it. */
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
  text: 'Nothing matches what is searched and filtered for.',
  action: (
    <Button variant="default" onClick={onClear}>
      Clear search and filters
    </Button>
  ),
})

/** One's views of the list. Their place is kept until they are here, which the list does not wait for. */
function Views(list: ListViews) {
  const of = useFeatures().find(({ listViews }) => listViews)?.listViews
  const { Part: Here } = usePart(of)
  return of && <div className={styles.views}>{Here && <Here {...list} />}</div>
}
