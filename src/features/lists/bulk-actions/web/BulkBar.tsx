import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { showCount } from '#contract/counted.ts'
import { nameOf } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import type { Selection } from '#web/list/selection.tsx'
import { ACTIONS } from '../actions.ts'
import { IDS_MOST, messages, ROWS_MOST } from '../rules.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import styles from './BulkActions.module.css'

// Fetched when it is opened.
const BulkDialog = lazy(() => import('./BulkDialog.tsx'))

type Props = Selection & { children?: ReactNode }

/** How many rows are selected, and what can be done to them. */
export function BulkBar({ file, query, ids, isAll, total, count, onAll, onClear, children }: Props) {
  const me = useMe()
  const [opened, setOpened] = useState<string>()
  const offered = Object.entries(ACTIONS).filter(
    ([, { file: of, call, isOffered }]) =>
      nameOf(of) === nameOf(file) && !refusal(me, call.permission) && (isOffered?.(query) ?? true),
  )
  const isTooMany = isAll ? total > ROWS_MOST : ids.length > IDS_MOST
  return (
    <>
      <span role="status" className={styles.count}>
        {showCount(count)} selected
      </span>
      {!isAll && total > ids.length && (
        <Button variant="subtle" size="compact-sm" onClick={onAll}>
          Select all {showCount(total)}
        </Button>
      )}
      {offered.map(([name, { label }]) => (
        <ActionButton
          key={name}
          variant="default"
          size="compact-sm"
          disabledReason={isTooMany ? messages.tooMany : undefined}
          onClick={() => setOpened(name)}
        >
          {label}
        </ActionButton>
      ))}
      {children}
      <Button variant="subtle" color="gray" size="compact-sm" className={styles.clear!} onClick={onClear}>
        Clear
      </Button>
      <Suspense>
        {opened && (
          <BulkDialog
            selected={{ action: opened, query: describeQuery(query), ...(!isAll && { ids }), count }}
            onClose={(isDone) => {
              setOpened(undefined)
              if (isDone) onClear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** As an address says it. */
const describeQuery = (query: Selection['query']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )
