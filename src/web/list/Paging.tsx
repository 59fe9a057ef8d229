import { showCount } from '#contract/counted.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './List.module.css'

type Props = {
  /** What the list holds: a screen can have several. */
  of: string
  page: number
  perPage: number
  total: number | undefined
  onPage: (page: number) => void
  /** Reads a page before it is asked for; undefined while this one is on its way. */
  ahead?: ((page: number) => void) | undefined
  /** How the rows are shown. */
  view?: ReactNode
}

/** The footer: which rows of how many, and the way to the others. Who comes to its button finds the next page there already. */
export function Paging({ of, page, perPage, total, onPage, ahead, view }: Props) {
  const pages = Math.max(1, Math.ceil((total ?? 0) / perPage))
  const [isNear, setNear] = useState(false)
  const read = useRef(ahead)
  useEffect(() => void (read.current = ahead))
  const isReady = isNear && ahead !== undefined && page < pages
  useEffect(() => {
    if (isReady) read.current?.(page + 1)
  }, [isReady, page, perPage])
  const coming = {
    onPointerEnter: () => setNear(true),
    onPointerLeave: () => setNear(false),
    onFocus: () => setNear(true),
    onBlur: () => setNear(false),
  }
  const first = total ? Math.min((page - 1) * perPage + 1, total) : 0
  const go = (label: string, to: number, Icon: typeof IconChevronLeft, near: object = {}) => (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      disabled={to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
      {...near}
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
            : `${showCount(first)}–${showCount(Math.min(page * perPage, total))} of ${showCount(total)}`}
      </span>
      {view}
      {(total === undefined || pages > 1 || page > 1) && (
        <span className={styles.pages}>
          <span className={styles.pageOf}>
            {total === undefined ? ' ' : `Page ${showCount(page)} of ${showCount(pages)}`}
          </span>
          {go('First page', 1, IconChevronsLeft)}
          {go('Previous page', page - 1, IconChevronLeft)}
          {go('Next page', page + 1, IconChevronRight, coming)}
          {go('Last page', pages, IconChevronsRight)}
        </span>
      )}
    </nav>
  )
}
