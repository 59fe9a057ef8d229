import { showCount } from '#contract/counted.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './List.module.css'

/** Goes to a page. `replace`: replaces the current one in the history. */
export type OnPage = (page: number, how?: { replace?: boolean }) => unknown

type Props = {
  /** Name of the list, because a screen can have several. */
  of: string
  page: number
  perPage: number
  total: number | undefined
  /** The total is of the previous query. */
  isComing?: boolean | undefined
  onPage: OnPage
  /** Prefetches a page; undefined while this one loads. */
  ahead?: ((page: number) => void) | undefined
  /** Controls for the look of the rows. */
  view?: ReactNode
}

/** Returns the number of pages, at least 1. */
export const pagesOf = (total: number | undefined, perPage: number): number =>
  Math.max(1, Math.ceil((total ?? 0) / perPage))

/**
 * Footer with the range of rows and the pages. A page is prefetched when its button is hovered or focused. A page past
 * the end, from an old address or after a deletion, leads to the last one.
 */
export function Paging({ of, page: requested, perPage, total, isComing, onPage, ahead, view }: Props) {
  const pages = pagesOf(total, perPage)
  const page = total === undefined ? requested : Math.min(requested, pages)
  const isPast = page < requested && !isComing
  const toLast = useRef(onPage)
  useEffect(() => void (toLast.current = onPage))
  useEffect(() => {
    if (isPast) toLast.current(pages, { replace: true })
  }, [isPast, pages])
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
  const first = total ? (page - 1) * perPage + 1 : 0
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
      {(total === undefined || pages > 1) && (
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
