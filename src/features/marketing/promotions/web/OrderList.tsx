import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import type { Place } from '#contract/places.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import type { Promotion } from '../contract.ts'
import styles from './OrderList.module.css'
import { StatePill } from './StatePill.tsx'

export type Ordered = Pick<Promotion, 'id' | 'title' | 'thumbnail' | 'state' | 'isActive' | 'starts_at' | 'ends_at'>

type Props<R> = {
  label: string
  /** In their order; `state` is as it is at the moment that is looked at. */
  rows: readonly R[]
  shape: Place
  permission: RequiredPermission
  isMoving: boolean
  /** @param before the one that it is put before; null puts it last */
  onMove: (id: number, before: number | null) => void
  to?: (id: number) => string
  actions?: (row: R) => ReactNode
}

/** Rows whose order is changed: dragged, or moved up and down by buttons. */
export function OrderList<R extends Ordered>({
  label,
  rows,
  shape,
  permission,
  isMoving,
  onMove,
  to,
  actions,
}: Props<R>) {
  const me = useMe()
  const isFixed = Boolean(refusal(me, permission))
  const { dragging, gap, handlers } = useDragging(rows, onMove)
  const { list, follow } = useFollowedFocus(rows)
  const live = rows.filter(({ state }) => state === 'live')

  const step = (row: R, by: -1 | 1) => {
    const at = rows.indexOf(row)
    follow(row.id, by)
    onMove(row.id, rows[by < 0 ? at - 1 : at + 2]?.id ?? null)
  }

  return (
    <ol ref={list} className={styles.list} aria-label={label}>
      {rows.map((row, at) => (
        <li
          key={row.id}
          className={styles.row}
          data-live={row.state === 'live' || undefined}
          data-dragging={dragging === row.id || undefined}
          data-gap={gap === at ? 'above' : gap === rows.length && at === rows.length - 1 ? 'below' : undefined}
          draggable={!isFixed && !isMoving}
          {...handlers(row, at)}
        >
          <IconGripVertical className={styles.grip} size={16} aria-hidden data-fixed={isFixed || undefined} />
          <span className={styles.number} aria-hidden>
            {row.state === 'live' ? live.indexOf(row) + 1 : '–'}
          </span>
          <span className={styles.text}>
            <Thumb
              src={row.thumbnail}
              shape={shape}
              title={to ? <Link to={to(row.id)}>{row.title}</Link> : row.title}
              subtitle={(row.state !== 'live' || row.ends_at) && <StatePill of={row} />}
            />
          </span>
          <span className={styles.actions}>
            {actions?.(row)}
            {([-1, 1] as const).map((by) => (
              <ActionButton
                key={by}
                variant="subtle"
                color="gray"
                size="compact-sm"
                permission={permission}
                data-step={`${row.id} ${by}`}
                aria-label={`Move ${row.title} ${by < 0 ? 'up' : 'down'}`}
                disabledReason={
                  by < 0 && at === 0
                    ? 'This item is first'
                    : by > 0 && at === rows.length - 1
                      ? 'This item is last'
                      : undefined
                }
                onClick={() => !isMoving && step(row, by)}
              >
                {by < 0 ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
              </ActionButton>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What is dragged, and before which row it would be dropped. */
function useDragging<R extends Ordered>(rows: readonly R[], onMove: Props<R>['onMove']) {
  const [dragging, setDragging] = useState<number>()
  const [gap, setGap] = useState<number>()
  const end = () => {
    setDragging(undefined)
    setGap(undefined)
  }
  const handlers = (row: R, at: number) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', row.title)
      setDragging(row.id)
    },
    onDragOver: (event: DragEvent) => {
      if (dragging === undefined) return
      event.preventDefault()
      const { top, height } = event.currentTarget.getBoundingClientRect()
      setGap(event.clientY < top + height / 2 ? at : at + 1)
    },
    onDrop: (event: DragEvent) => {
      if (dragging === undefined || gap === undefined) return
      event.preventDefault()
      const from = rows.findIndex(({ id }) => id === dragging)
      if (gap !== from && gap !== from + 1) onMove(dragging, rows[gap]?.id ?? null)
      end()
    },
    onDragEnd: end,
  })
  return { dragging, gap: dragging === undefined ? undefined : gap, handlers }
}

/** A button whose row changes its place keeps the focus: a browser takes it away from what it moves. */
function useFollowedFocus(rows: readonly Ordered[]) {
  const list = useRef<HTMLOListElement>(null)
  const followed = useRef<string>(undefined)
  const order = rows.map(({ id }) => id).join()
  useLayoutEffect(() => {
    if (followed.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-step="${followed.current}"]`)?.focus()
  }, [order])
  return { list, follow: (id: number, by: number) => void (followed.current = `${id} ${by}`) }
}
