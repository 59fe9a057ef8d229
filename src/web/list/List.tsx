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

// Loaded on demand, because few lists have this control.
const rowsView = part(async () => (await import('./RowsView.tsx')).RowsView)

/** Properties that a list needs from a query; TanStack Query's result has them. */
export type Reading = {
  error: Error | null
  isPending: boolean
  /** The rows are of the previous query, until the new ones arrive. A refetch of the same query is not shown. */
  isPlaceholderData?: boolean
  refetch: () => unknown
  /** Prefetches a page. */
  ahead?: (page: number) => void
}

type Props<R> = {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly Column<R>[]
  reading: Reading
  rows: readonly R[] | undefined
  total: number | undefined
  page: number
  perPage: number
  /** Omitted: the list is complete and has no footer. */
  onPage?: OnPage
  /** Choices of rows per page; with them the footer also offers the row height. */
  sizes?: readonly number[] | undefined
  onPerPage?: ((perPage: number) => void) | undefined
  /** Sort in the form of the address: `name` or `-name`. */
  sort?: string | undefined
  /** `next` returns the new order from the last requested one. */
  onSort?: (next: (sort: string | undefined) => string | undefined) => void
  /** Default order, where a column shows it. */
  defaultSort?: string | undefined
  rowKey: (row: R) => string
  /** Address of a row. */
  rowTo?: (row: R) => string | undefined
  /** Opens a row on this screen, where it has no address. */
  onOpen?: ((row: R) => void) | undefined
  empty: Empty
  /** Row height and its setter, where the screen has it. */
  density?: ReturnType<typeof useDensity>
  /** Views of the list, above everything else. */
  views?: ReactNode
  /** Filter chips and the search box. */
  toolbar?: ReactNode
}

/** List as one card: toolbar, table and footer, with its loading, empty and failed states. */
export function List<R>(props: Props<R>) {
  const { reading, rows, rowKey, rowTo, onOpen, total, page, perPage, sizes, onPerPage } = props
  const own = useDensity(props.label)
  const [isDense, setDense] = props.density ?? own
  const { Part: RowsView } = usePart(sizes && rowsView)
  const { toolbar, onSort, defaultSort } = props
  const sort = props.sort ?? defaultSort
  const columns = withSorted(props.columns, sort)
  const sortable = onSort ? columns.filter((column) => column.sort) : []
  // The footer then leads to the last page.
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
 * Returns the order after a press on a heading: largest number or first word first, then reversed, then the default
 * order.
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
      // Keeps the row's name readable next to many columns.
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

/** Signs for empty cells. */
const NONE: readonly ReactNode[] = ['–', '_']

type RowProps<R> = { row: R; columns: readonly Column<R>[]; to: string | undefined; onOpen: Props<R>['onOpen'] }

function Row<R>({ row, columns, to, onOpen }: RowProps<R>) {
  const navigate = useNavigate()
  // Keyboards and screen readers use the link or button in the main cell; the rest of the row is a larger target for
  // the mouse.
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
