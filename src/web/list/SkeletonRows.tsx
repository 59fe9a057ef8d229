import type { Column } from './columns.ts'
import styles from './List.module.css'

/** Skeleton rows in the shape of the expected ones, so that the table does not move. */
export function SkeletonRows<R>({ columns, count }: { columns: readonly Column<R>[]; count: number }) {
  return Array.from({ length: Math.min(count, 15) }, (_, row) => (
    <tr key={row} role="row" className={styles.row} aria-hidden>
      {columns.map((column, at) => (
        <td
          key={column.id}
          role="cell"
          className={styles.cell}
          data-numeric={column.numeric || undefined}
          data-main={column.main || undefined}
          data-yields={column.yields}
        >
          <span
            className={styles.bone}
            style={{ width: column.numeric ? 36 : `${45 + ((row * 13 + at * 29) % 40)}%` }}
          />
        </td>
      ))}
    </tr>
  ))
}
