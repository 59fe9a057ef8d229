import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { breakable } from '#web/ui/breakable.tsx'
import { part, usePart } from '../lazy.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState, type Empty } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { withSorted, type Column } from './columns.ts'
import { useDensity } from './density.ts'
import styles from './List.module.css'
import { pagesOf, Paging, type OnPage } from './Paging.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { SortBy } from './SortBy.tsx'

// Most lists do without.
const rowsView = part(async () => (await import('./RowsView.tsx')).RowsView)

/** What a list needs of a query: TanStack Query's result fits. */
export type Reading = {
  error: Error | null
  isPending: boolean
  /** The rows are those of the question before, until this one's come. Reading the same again is nothing to see. */
  isPlaceholderData?: boolean
  refetch: () => unknown
  /** Reads another page before it is asked for. */
  ahead?: (page: number) => void
}

type Props<R> = {
  /** What the table holds, for those who hear it. */
  label: string
  columns: readonly Column<R>[]
  reading: Reading
  rows: readonly R[] | undefined
  total: number | undefined
  page: number
  perPage: number
  /** Without it the list is whole, and has no footer. */
  onPage?: OnPage
  /** Numbers of rows that a page can have: with them they are chosen in the footer, and how close they stand. */
  sizes?: readonly number[] | undefined
  onPerPage?: ((perPage: number) => void) | undefined
  /** As in the address: `name` or `-name`. */
  sort?: string | undefined
  /** `next` is how the order that is asked for follows from the last one. */
  onSort?: (next: (sort: string | undefined) => string | undefined) => void
  /** The order without a choice, where a column shows it. */
  defaultSort?: string | undefined
  rowKey: (row: R) => string
  /** Where a row leads. */
  rowTo?: (row: R) => string | undefined
  /** What a row opens on this screen, where it leads nowhere else. */
  onOpen?: ((row: R) => void) | undefined
  empty: Empty
  /** Whether the rows stand close together, and what changes that, where whoever shows the list knows it. */
  density?: ReturnType<typeof useDensity>
  /** Its views, above everything else. */
  views?: ReactNode
  /** Filter chips and the search box. */
  toolbar?: ReactNode
}

/** A list is one card: toolbar, table, footer. Loading, empty and failed states stand inside it. */
export function List<R>(props: Props<R>) {
  const { reading, rows, rowKey, rowTo, onOpen, total, page, perPage, sizes, onPerPage } = props
  const own = useDensity(props.label)
  const [isDense, setDense] = props.density ?? own
  const { Part: RowsView } = usePart(sizes && rowsView)
  const { toolbar, onSort, defaultSort } = props
  const sort = props.sort ?? defaultSort
  const columns = withSorted(props.columns, sort)
  const sortable = onSort ? columns.filter((column) => column.sort) : []
  // The footer leads to the last page.
  const isPast = page > pagesOf(total, perPage) && rows?.length === 0
  const hasNone = total === 0 || (total === undefined && reading.error !== null)
  return (
    <Card flush>
      {props.views}
      {(toolbar || sortable.length > 0) && (
        <div className={styles.toolbar} data-bare={!toolbar || undefined}>
          {toolbar}
          {onSort && sortable.length > 0 && <SortBy columns={sortable} sort={sort} onSort={(to) => onSort(() => to)} />}
        </div>
      )}
      {reading.error && !rows ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : rows?.length === 0 && !isPast ? (
        <EmptyState {...props.empty} />
      ) : (
        <div
          className={styles.frame}
          aria-busy={reading.isPending || Boolean(reading.isPlaceholderData)}
          data-fetching={reading.isPlaceholderData || undefined}
        >
          <table
            className={styles.table}
            role="table"
            aria-label={props.label}
            aria-rowcount={total ?? -1}
            data-dense={(sizes && isDense) || undefined}
          >
            <thead role="rowgroup">
              <tr role="row">
                {columns.map((column) => (
                  <Heading key={column.id} column={column} sort={sort} onSort={onSort} defaultSort={defaultSort} />
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {rows && !isPast ? (
                rows.map((row) => (
                  <Row key={rowKey(row)} row={row} columns={columns} to={rowTo?.(row)} onOpen={onOpen} />
                ))
              ) : (
                <SkeletonRows columns={columns} count={perPage} />
              )}
            </tbody>
          </table>
        </div>
      )}
      {reading.error && rows && <ErrorState error={reading.error} onRetry={reading.refetch} compact />}
      {!hasNone && props.onPage && (
        <Paging
          of={props.label}
          page={page}
          perPage={perPage}
          total={total}
          isComing={reading.isPlaceholderData}
          onPage={props.onPage}
          {...(rows && !reading.isPlaceholderData && { ahead: reading.ahead })}
          view={
            sizes &&
            onPerPage &&
            RowsView && (
              <RowsView
                of={props.label}
                sizes={sizes}
                perPage={perPage}
                onPerPage={onPerPage}
                isDense={isDense}
                onDense={setDense}
              />
            )
          }
        />
      )}
    </Card>
  )
}

/**
 * What a press on a column's heading asks for: the largest number or the first word first, then the other way around,
 * then the usual order.
 */
function nextSort(
  name: string,
  isNumeric: boolean | undefined,
  sort: string | undefined,
  fallback: string | undefined,
) {
  const [first, second] = isNumeric ? [`-${name}`, name] : [name, `-${name}`]
  const next = sort === first ? second : sort === second && fallback !== first ? undefined : first
  return next === fallback ? undefined : next
}

function Heading<R>({
  column,
  sort,
  onSort,
  defaultSort,
}: {
  column: Column<R>
  sort: string | undefined
  onSort: Props<R>['onSort']
  defaultSort: string | undefined
}) {
  const up = sort === column.sort
  const down = sort === `-${column.sort}`
  const order = up ? 'ascending' : down ? 'descending' : 'none'
  const title =
    column.sort && onSort ? (
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort((now) => nextSort(column.sort!, column.numeric, now ?? defaultSort, defaultSort))}
      >
        {column.title}
        {up ? (
          <IconArrowUp size={14} />
        ) : down ? (
          <IconArrowDown size={14} />
        ) : (
          <IconArrowsSort size={14} className={styles.unsorted} />
        )}
      </button>
    ) : (
      column.title
    )
  return (
    <th
      role="columnheader"
      scope="col"
      className={styles.heading}
      data-numeric={column.numeric || undefined}
      data-yields={column.yields}
      // The row's name can be read, however many columns stand beside it.
      style={{ width: column.width, minWidth: column.main ? (column.width ? 160 : 120) : undefined }}
      {...(column.sort && onSort && { 'aria-sort': order })}
    >
      {column.head ??
        (column.info ? (
          <span className={styles.explained}>
            {title}
            {column.info}
          </span>
        ) : (
          title
        ))}
    </th>
  )
}

/** What stands where there is nothing. */
const NONE: readonly ReactNode[] = ['–', '_']

type RowProps<R> = { row: R; columns: readonly Column<R>[]; to: string | undefined; onOpen: Props<R>['onOpen'] }

function Row<R>({ row, columns, to, onOpen }: RowProps<R>) {
  const navigate = useNavigate()
  // The link or button in the main cell is what a keyboard or a screen reader uses; the rest of the row is a larger target for the mouse.
  const open = (event: MouseEvent) => {
    if ((event.target as Element).closest('a, button, input, label') || getSelection()?.toString()) return
    if (!to) return onOpen?.(row)
    if (event.metaKey || event.ctrlKey) window.open(to, '_blank', 'noopener')
    else void navigate({ to })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr role="row" className={styles.row} data-opens={Boolean(to ?? onOpen) || undefined} onClick={open}>
      {columns.map((column) => {
        const cell = column.cell(row)
        return (
          <td
            key={column.id}
            role="cell"
            className={styles.cell}
            data-label={column.bare ? undefined : (column.short ?? column.title)}
            data-numeric={column.numeric || undefined}
            data-main={column.main || undefined}
            data-wide={column.wide || undefined}
            data-side={column.side || undefined}
            data-yields={column.yields}
            data-none={
              (!column.main && (NONE.includes(cell) || column.card === false || column.card?.(row) === false)) ||
              undefined
            }
          >
            {column.main && to ? (
              <Link to={to} className={styles.link}>
                {breakable(cell)}
              </Link>
            ) : column.main && onOpen ? (
              <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                {breakable(cell)}
              </button>
            ) : (
              breakable(cell)
            )}
          </td>
        )
      })}
    </tr>
  )
}
