import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import type { OnPage } from '#web/list/Paging.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { points, type PointsLine } from '../contract.ts'
import { HISTORY_PAGE, messages } from '../rules.ts'
import styles from './Points.module.css'
import { change, count, kindOf } from './format.ts'

// Fetched when it is opened.
const ReverseDialog = lazy(() => import('./ReverseDialog.tsx'))

type Props = { id: number; page: number; onPage: OnPage; toolbar?: ReactNode }

/** A customer's lines of the ledger, newest first; what can be taken back has a button. */
export function History({ id, page, onPage, toolbar }: Props) {
  const [reversed, setReversed] = useState<PointsLine>()
  const { pointsLimit } = useMe()
  const reading = useRead(points.history, { params: { id }, query: { page, perPage: HISTORY_PAGE } })
  const columns: Column<PointsLine>[] = [
    {
      id: 'kind',
      title: 'Transaction',
      main: true,
      cell: (line) => (
        <span className={styles.kind}>
          {kindOf(line)}
          {line.reversed_by !== null && <span className={styles.more}>Reversed later</span>}
        </span>
      ),
    },
    {
      id: 'points',
      title: 'Points',
      numeric: true,
      cell: (line) => (
        <span className={styles.points} data-up={line.points > 0 || undefined}>
          {line.points === 0 ? '–' : change(line.points)}
        </span>
      ),
    },
    { id: 'available', title: 'Available', numeric: true, cell: (line) => count(line.available_after) },
    {
      id: 'reason',
      title: 'Reason',
      width: '30%',
      cell: (line) => <span className={styles.reason}>{line.reason || '–'}</span>,
    },
    { id: 'actor', title: 'By', cell: (line) => line.actor },
    { id: 'at', title: 'Date', cell: (line) => showInstant(line.at) },
    {
      id: 'acts',
      title: 'Actions',
      cell: (line) => (
        <span className={styles.action}>
          <ActionButton
            variant="subtle"
            size="compact-xs"
            permission={points.reverse.permission}
            disabledReason={blockedReason(line, pointsLimit)}
            aria-label={`Reverse: ${kindOf(line)}, ${showInstant(line.at)}`}
            onClick={() => setReversed(line)}
          >
            Reverse
          </ActionButton>
        </span>
      ),
    },
  ]
  return (
    <>
      <List
        label="Transaction history"
        columns={columns}
        reading={reading}
        rows={reading.data?.lines}
        total={reading.data?.totalCount}
        page={page}
        perPage={HISTORY_PAGE}
        onPage={onPage}
        rowKey={(line) => String(line.id)}
        empty={{
          title: 'No transactions yet',
          text: 'Awarded and redeemed points appear here, with the reason',
        }}
        toolbar={toolbar}
      />
      <Suspense>{reversed && <ReverseDialog line={reversed} onClose={() => setReversed(undefined)} />}</Suspense>
    </>
  )
}

const blockedReason = ({ kind, points: change, reversed_by: by }: PointsLine, limit: number) =>
  kind !== 'award' && kind !== 'redemption' && kind !== 'tier'
    ? messages.notReversible
    : by !== null
      ? messages.reversedBefore
      : Math.abs(change) > limit
        ? messages.overPointsLimit(limit)
        : undefined
