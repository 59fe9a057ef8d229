import { Button, Progress as Bar } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { counted, showCount } from '#contract/counted.ts'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { inOrder } from '#contract/isolate.ts'
import { fieldName, describeValue } from '#features/access/audit/field-rules.ts'
import { download } from '#web/api/download.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { bulkActions, type BulkAction, type BulkRow } from '../contract.ts'
import { actionOf } from '../actions.ts'
import { imports } from '../import-contract.ts'
import { isOver as isEnded, messages, reasonOf, WORKING, type RowState } from '../rules.ts'
import styles from './BulkActions.module.css'
import { nameOf, stateLabel } from './action-labels.ts'
import { countOf, STATE_LABELS } from './labels.ts'

const EVERY_MS = 600
/** Rows that are shown as examples. */
const EXAMPLES = 10

type Props = {
  id: number
  /** Back to the columns of its file. */
  onBack?: (() => void) | undefined
  onUndo: (id: number) => void
  onClose: (isDone: boolean) => void
}

/** What would be done to each row; what is being done; and what came of it. */
export function Progress({ id, onBack, onUndo, onClose }: Props) {
  const reading = useRead(
    bulkActions.fetch,
    { params: { id } },
    { refetchInterval: (data) => (data && WORKING.includes(data.state) ? EVERY_MS : 0) },
  )
  const { data: action, error } = reading
  const start = useSave(bulkActions.start, {
    says: false,
    onDone: () => reading.refetch(),
    onApprovalRequested: () => onClose(true),
    // It was started already, or is over: what is shown says so then.
    onFailure: ({ status }) => status === 409 && Boolean(reading.refetch()),
  })
  const stop = useSave(bulkActions.cancel, { onDone: () => reading.refetch() })
  const drop = useSave(bulkActions.cancel, { says: false, onFailure: () => true })
  const undo = useSave(bulkActions.undo, { says: false, onDone: ({ data }) => onUndo(data.id) })
  const refresh = useListRefresh(action)

  if (!action)
    return (
      <Dialog title="Bulk action" opened onClose={() => onClose(false)} size="lg">
        {error ? <ErrorState error={error} onRetry={reading.refetch} /> : <Skeleton height={160} />}
      </Dialog>
    )
  const { rows, state } = action
  const isOver = isEnded(state)
  const close = () => {
    // What was never started is not kept waiting.
    if (!isOver && state !== 'running') drop.mutate({ params: { id } })
    if (state === 'running') {
      showToast('info', 'Running in the background. See its progress in Bulk actions.')
      refresh()
    }
    onClose(isOver || state === 'running')
  }
  return (
    <Dialog
      title={nameOf(action, countOf(action))}
      opened
      onClose={close}
      size="lg"
      footer={
        <>
          {state === 'running' && (
            <Button
              variant="default"
              color="red"
              loading={stop.isPending}
              onClick={() => stop.mutate({ params: { id } })}
            >
              Stop
            </Button>
          )}
          {state === 'ready' && onBack && (
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
          )}
          <Button variant="default" onClick={close}>
            {isOver || state === 'running' ? 'Close' : 'Cancel'}
          </Button>
          {state === 'ready' && (
            <ActionButton
              {...(isDeleting(action) && { color: 'red' })}
              loading={start.isPending}
              disabledReason={rows.valid ? undefined : messages.nothing}
              onClick={() => start.mutate({ params: { id } })}
            >
              {nameOf(action, rows.valid)}
            </ActionButton>
          )}
          {isOver && action.undoes === null && rows.changed > 0 && (
            <ActionButton
              variant="default"
              loading={undo.isPending}
              disabledReason={action.undoBlockedReason ?? undefined}
              onClick={() => undo.mutate({ params: { id } })}
            >
              Undo
            </ActionButton>
          )}
        </>
      }
    >
      <div className={styles.part}>
        <How of={action} />
        <Numbers of={action} />
        {action.refusals.length > 0 && <Refusals of={action} />}
        {rows.rejected > 0 && !WORKING.includes(state) && <RefusedRows of={action} />}
        {isOver && action.startedAt && (
          <div>
            <RowsFile of={action} label="Download the results" />
          </div>
        )}
        {state === 'ready' && rows.valid > 0 && !isAdding(action) && <Examples id={id} />}
      </div>
    </Dialog>
  )
}

/** What it changed the lists read anew: once it is over, and when somebody leaves it before. */
function useListRefresh(action: BulkAction | undefined) {
  const client = useQueryClient()
  const refresh = () => {
    const { call, file } = actionOf(action!.action)!
    for (const feature of [call.feature, file.feature, ...(call.alsoStale ?? [])])
      void client.invalidateQueries({ queryKey: [feature] })
  }
  const latest = useRef(refresh)
  latest.current = refresh
  const isOver = Boolean(action?.startedAt && action.endedAt)
  useEffect(() => {
    if (isOver) latest.current()
  }, [isOver])
  return refresh
}

/** Confirmed in red, as of one row. */
const isDeleting = ({ action, undoes }: BulkAction) => undoes === null && actionOf(action)!.call.method === 'DELETE'
/** Its rows are the lines of one's own file, not of a list. */
const isOfFile = ({ fileName, undoes }: BulkAction) => fileName !== null && undoes === null
/** Lines of a file that become new records were shown as they will be, before they were checked. */
const isAdding = ({ action, fileName }: BulkAction) => fileName !== null && actionOf(action)!.call.method === 'POST'

function How({ of: { state, rows, message } }: { of: BulkAction }) {
  if (state === 'gathering')
    return (
      <p className={styles.note} role="status">{`${STATE_LABELS.gathering}: ${showCount(rows.total)} rows so far`}</p>
    )
  if (state === 'stopped') return <p role="alert">{message}</p>
  if (state === 'done' || state === 'cancelled')
    return (
      <p className={styles.note} role="status">
        {STATE_LABELS[state]}
      </p>
    )
  if (state === 'ready') return null
  const left = state === 'checking' ? rows.pending : rows.valid
  const done = rows.total - left
  return (
    <>
      <p className={styles.note} role="status">
        {STATE_LABELS[state]}: {showCount(done)} of {showCount(rows.total)} rows
      </p>
      <Bar value={rows.total ? (done / rows.total) * 100 : 0} aria-label={STATE_LABELS[state]} />
    </>
  )
}

const VISIBLE_STATES: readonly RowState[] = ['valid', 'changed', 'same', 'rejected']

const Numbers = ({ of: action }: { of: BulkAction }) => (
  <dl className={styles.numbers}>
    {VISIBLE_STATES.filter((state) => action.rows[state] > 0).map((state) => (
      <div key={state} className={styles.number}>
        <dt>{stateLabel(action, state)}</dt>
        <dd>{showCount(action.rows[state])}</dd>
      </div>
    ))}
  </dl>
)

const Refusals = ({ of: action }: { of: BulkAction }) => (
  <div>
    <ul className={styles.reasons}>
      {action.refusals.map(({ message, count, example }) => (
        <li key={message}>
          {message}: {counted(count, isOfFile(action) ? 'line' : 'row')}
          {example && `, for example ${example}`}
        </li>
      ))}
    </ul>
    {isOfFile(action) ? (
      <Download
        label="Download rejected lines"
        permission={imports.refusedCsv.permission}
        get={() => download(imports.refusedCsv, { params: { id: action.id } })}
      />
    ) : (
      <RowsFile of={action} state="rejected" label="Download rejected rows" />
    )}
  </div>
)

/** The rows as a file: all, or those of a state. */
function RowsFile({ of: { id, action }, state, label }: { of: BulkAction; state?: RowState; label: string }) {
  const { file, exportPermission = file.permission } = actionOf(action)!
  const get = () => download(bulkActions.rowsCsv, { params: { id }, query: { state } })
  return <Download label={label} permission={exportPermission} get={get} />
}

function Download({
  label,
  permission,
  get,
}: {
  label: string
  permission: RequiredPermission
  get: () => Promise<string>
}) {
  const [isLoading, setLoading] = useState(false)
  const start = async () => {
    setLoading(true)
    try {
      showToast('success', `Downloaded ${await get()}`)
    } catch (error) {
      showToast('error', (error as Error).message)
    } finally {
      setLoading(false)
    }
  }
  return (
    <ActionButton
      permission={permission}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={14} />}
      loading={isLoading}
      onClick={start}
    >
      {label}
    </ActionButton>
  )
}

const LINE = 'Line'

type TableProps = { label: string; columns: readonly string[]; children: ReactNode }
const RowsTable = ({ label, columns, children }: TableProps) => (
  <table className={styles.examples} aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={column === LINE ? styles.line : undefined}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** The first rows of a state. */
const useFirstRows = (id: number, state: RowState) =>
  useRead(bulkActions.rows, { params: { id }, query: { page: 1, perPage: EXAMPLES, state } }).data

/** The first rows that are left out, by their names. */
function RefusedRows({ of: action }: { of: BulkAction }) {
  const data = useFirstRows(action.id, 'rejected')
  if (!data) return <Skeleton height={80} />
  const more = data.totalCount - data.rows.length
  const columns = [...(isOfFile(action) ? [LINE] : []), 'Rejected', 'Reason']
  return (
    <RowsTable label="Rejected rows" columns={columns}>
      {data.rows.map(({ n, title, ...row }) => (
        <tr key={n}>
          {isOfFile(action) && <td className={styles.was}>{n}</td>}
          <td>{title}</td>
          <td className={styles.was}>{reasonOf(row)}</td>
        </tr>
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={columns.length} className={styles.was}>
            and {showCount(more)} more in the file
          </td>
        </tr>
      )}
    </RowsTable>
  )
}

/** The first rows that change: each field as it is, and as it will be. */
function Examples({ id }: { id: number }) {
  const data = useFirstRows(id, 'valid')
  if (!data) return <Skeleton height={160} />
  return (
    <RowsTable label="Preview of the first changed rows" columns={['Row', 'Field', 'Current', 'New']}>
      {data.rows.flatMap((row) => fieldsOf(row))}
    </RowsTable>
  )
}

/** What the act makes gets its number when it is done. */
const MADE = 'line'

const fieldsOf = (row: BulkRow) => {
  const lines = row.difference.flatMap(({ entity, summary, before, after }, line) => {
    const [was, becomes] = [before, after].map((part) => (part ?? {}) as Record<string, unknown>)
    const named = [...new Set([...Object.keys(was!), ...Object.keys(becomes!)])]
    const isGiven = (field: string) => ![was![field], becomes![field]].every((value) => value == null || value === '')
    const fields = named.filter((field) => field !== MADE && isGiven(field)).slice(0, 4)
    if (!fields.length)
      return [
        <td key={line} colSpan={3}>
          {inOrder(summary)}
        </td>,
      ]
    return fields.map((field) => (
      <Fragment key={`${line} ${field}`}>
        <td>{fieldName(entity, field)}</td>
        <td className={styles.was}>{describeValue(entity, field, was![field], config.zone)}</td>
        <td>{describeValue(entity, field, becomes![field], config.zone)}</td>
      </Fragment>
    ))
  })
  return lines.map((cells, n) => (
    <tr key={`${row.n} ${n}`}>
      {n === 0 && (
        <th scope="row" rowSpan={lines.length}>
          {row.title}
        </th>
      )}
      {cells}
    </tr>
  ))
}
