import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './List.module.css'

type Props = {
  /** What the list holds: a screen can have several. */
  of: string
  page: number
  perPage: number
  total: number | undefined
  onPage: (page: number) => void
  /** How the rows are shown. */
  view?: ReactNode
}

/** The footer: which rows of how many, and the way to the others. */
export function Paging({ of, page, perPage, total, onPage, view }: Props) {
  const pages = Math.max(1, Math.ceil((total ?? 0) / perPage))
  const first = total ? Math.min((page - 1) * perPage + 1, total) : 0
  const go = (label: string, to: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      disabled={to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
    >
      <Icon size={16} />
    </ActionIcon>
  )
  return (
    <nav className={styles.footer} aria-label={`Pages of ${of}`}>
      <span>
        {total === undefined
          ? ' '
          : total === 0
            ? 'No results'
            : `${first.toLocaleString()}–${Math.min(page * perPage, total).toLocaleString()} of ${total.toLocaleString()}`}
      </span>
      {view}
      {(total === undefined || pages > 1 || page > 1) && (
        <span className={styles.pages}>
          <span className={styles.pageOf}>
            {total === undefined ? ' ' : `Page ${page.toLocaleString()} of ${pages.toLocaleString()}`}
          </span>
          {go('First page', 1, IconChevronsLeft)}
          {go('Previous page', page - 1, IconChevronLeft)}
          {go('Next page', page + 1, IconChevronRight)}
          {go('Last page', pages, IconChevronsRight)}
        </span>
      )}
    </nav>
  )
}
