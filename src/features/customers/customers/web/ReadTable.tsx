import type { ReactNode } from 'react'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import type { OnPage } from '#web/list/Paging.tsx'
import { BOOKING_PAGE } from '../rules.ts'
import styles from './Customers.module.css'

type Props<R> = {
  title: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  page: number
  onPage: OnPage
  rowKey: (row: R) => string
  empty: string
  /** Shown next to the title. */
  action?: ReactNode
}

/** State of a list whose rows came with the profile. */
const HERE = { error: null, isPending: false, refetch: () => undefined }

/** Table of the profile, 15 rows a page. */
export const ReadTable = <R,>({ title, rows, page, empty, action, ...list }: Props<R>) => (
  <List
    {...list}
    label={title}
    toolbar={
      <>
        <h2 className={styles.heading}>{title}</h2>
        {action}
      </>
    }
    reading={HERE}
    rows={rows.slice((page - 1) * BOOKING_PAGE, page * BOOKING_PAGE)}
    total={rows.length}
    page={page}
    perPage={BOOKING_PAGE}
    empty={{ title: empty, text: '' }}
  />
)
