import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
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
import { SelectionBar, useSelection } from './selection.tsx'
import { useRefused } from './useRefused.tsx'
import { useListViews, type ListViews } from './views.ts'

/** What every list keeps in its address. */
type Address = { page?: number; perPage?: number; sort?: string | undefined; search?: string | undefined }
type SetAddress = (patch: Record<string, unknown>, how?: { replace?: boolean }) => unknown

type Props<R, E extends Endpoint> = {
  title: string
  note?: ReactNode
  /** What the table holds, for those who hear it, and under which its columns are remembered. */
  label: string
  /** Between the title and the list: tabs. */
  above?: ReactNode
  columns: readonly Column<R>[]
  /** From `useAddress`. */
  address: Address
  setAddress: SetAddress
  perPage?: number
  /** Numbers of rows that a page can have, to choose among. */
  sizes?: readonly number[]
  /** What a choice among them does besides changing the address. */
  onPerPage?: (perPage: number) => void
  reading: Reading
  rows: readonly R[] | undefined
  total: number | undefined
  rowKey: (row: R) => string
  rowTo?: (row: R) => string | undefined
  onOpen?: (row: R) => void
  /** The order without a choice, where a column shows it. */
  defaultSort?: string
  /** What it says without rows, where nothing is searched or filtered for; with an `action` also where something is. */
  empty: Empty
  /** The same where nothing matches what is searched and filtered for. */
  noMatch?: Pick<Empty, 'title' | 'text'>
  /** What the search looks through. */
  searchLabel: string
  /** How long typing pauses before it is searched for. */
  searchDebounceMs?: number
  filters?: readonly Filter[]
  /** The page's own controls, before the export. */
  controls?: ReactNode
  /** The same list as a file; `columns` are those of the columns that are shown. */
  csv: {
    endpoint: E
    query: (columns: string) => Input<E['query']>
    /** Columns that the file has and the table has not. */
    also?: readonly string[]
    disabledReason?: string | undefined
  }
}

/** A whole list screen: what is particular to it comes in, all else is the same everywhere. */
export function ListScreen<R, E extends Endpoint>(props: Props<R, E>) {
  const { title, note, label, columns, address, setAddress, filters = [], csv } = props
  const { page = 1, perPage = props.perPage ?? TABLE_ROWS, sort, search } = address
  const choice = useColumnChoice(label, columns)
  const density = useDensity(label)
  const sortBy = useSort()
  const params = useSearch({ strict: false }) as Record<string, unknown>
  const views = useListViews({
    title,
    query: csv.endpoint.query,
    columns,
    choice,
    filters,
    rows: props.sizes && { perPage, isDense: density[0] },
  })
  const query = csv.query(inFile(choice.visible, csv.also))
  const refused = useRefused(filters, csv.endpoint.query, setAddress)
  const selection = useSelection({ ...props, ...refused, file: csv.endpoint, query: query as object })
  // A file that can be of some rows is of those that are selected.
  const hasSome = selection && !selection.isAll && selection.count > 0 && 'ids' in fieldsOf(csv.endpoint.query)
  const values: Record<string, unknown> = params
  const narrowed = ['search', ...filters.map(({ name }) => name)].filter(
    (name) => values[name] !== undefined && values[name] !== '',
  )
  return (
    <Page
      title={title}
      note={note}
      actions={
        <>
          {props.controls}
          <ImportButton
            file={csv.endpoint}
            query={(csv.query as (columns: string) => object)('') as Record<string, unknown>}
          />
          <ExportButton
            endpoint={csv.endpoint}
            query={hasSome ? ({ ...(query as object), ids: selection.ids.join() } as never) : query}
            count={hasSome ? selection.count : undefined}
            filterLabels={filterLabelsOf(filters, csv.endpoint.query, address, params)}
            disabledReason={refused?.empty.title ?? csv.disabledReason}
          />
        </>
      }
    >
      {props.above}
      <List
        label={label}
        columns={selection ? [selection.column, ...choice.visible] : choice.visible}
        reading={props.reading}
        rows={props.rows}
        total={props.total}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        sizes={props.sizes}
        onPerPage={props.onPerPage ?? ((to) => setAddress({ perPage: to }))}
        sort={sort}
        onSort={sortBy}
        defaultSort={props.defaultSort}
        rowKey={props.rowKey}
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
        views={<Views {...views} />}
        toolbar={
          <>
            {selection && selection.count > 0 && <SelectionBar {...selection} />}
            <Filters filters={filters} query={csv.endpoint.query} values={address} onChange={setAddress} />
            <SearchBox
              label={props.searchLabel}
              value={search ?? ''}
              debounceMs={props.searchDebounceMs}
              refusal={(term) => refusalOf(csv.endpoint.query, 'search', term)}
              onSearch={(term) => setAddress({ search: term }, { replace: true })}
            />
            <ColumnMenu columns={columns} hidden={choice.hidden} onToggle={choice.toggle} />
          </>
        }
      />
    </Page>
  )
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
