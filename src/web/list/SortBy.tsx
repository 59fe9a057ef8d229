import { IconSelector } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import styles from './List.module.css'

type Props<R> = {
  /** What the list holds: a screen can have several. */
  of: string
  columns: readonly Column<R>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** The order of the rows on a phone, where they are cards and there are no headings to press. */
export const SortBy = <R,>({ of, columns, sort, onSort }: Props<R>) => (
  <label className={styles.sortBy}>
    <span>Sort by</span>
    <select
      aria-label={`Sort by: ${of}`}
      value={columns.some((column) => sort === column.sort || sort === `-${column.sort}`) ? sort : ''}
      onChange={({ currentTarget }) => onSort(currentTarget.value || undefined)}
    >
      <option value="">Usual order</option>
      {columns.flatMap((column) => [
        <option key={column.id} value={column.sort}>
          {column.title}, ascending
        </option>,
        <option key={`-${column.id}`} value={`-${column.sort}`}>
          {column.title}, descending
        </option>,
      ])}
    </select>
    <IconSelector size={14} aria-hidden />
  </label>
)
