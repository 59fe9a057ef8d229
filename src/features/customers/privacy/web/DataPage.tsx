import { Button, Progress as Bar } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { download } from '#web/api/download.ts'
import { useRead } from '#web/api/queries.ts'
import { showToast } from '#web/shell/toasts.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Erasure } from '../contract.ts'
import { DuplicatesOf } from './DuplicatesOf.tsx'
import { Goes, Keeps, Owed } from './Inventory.tsx'
import { Merges } from './Merges.tsx'
import { paths } from './paths.ts'
import { dataOf } from './guest-calls.ts'
import styles from './Privacy.module.css'

// Fetched when it is opened.
const EraseDialog = lazy(() => import('./EraseDialog.tsx'))

/** What a person may ask of the chain: everything that is held on them, and to be erased. */
export function DataPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  // What is no customer's number leads to the section's first screen (operations 2).
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <Data key={id} whose={{ id: Number(id) }} />
  ) : (
    <Navigate to={customerPaths.active} replace />
  )
}

/** The same for a guest. */
export function GuestDataPage() {
  const { id: email } = useParams({ strict: false }) as { id: string }
  return <Data key={email} whose={{ email }} />
}

function Data({ whose }: { whose: CustomerOrGuest }) {
  const { calls, params, whom, page } = dataOf(whose)
  const [isErasing, setErasing] = useState(false)
  const reading = useRead(
    calls.read,
    { params },
    { refetchInterval: (data) => (data?.erasure?.running ? EVERY_MS : 0) },
  )
  const found = reading.data

  return (
    <Page title="Personal data" note={found?.name} back={page}>
      {reading.error && !found ? (
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      ) : !found ? (
        <Skeleton height={360} />
      ) : found.customerId !== null ? (
        <Card title="A customer has this email">
          <p className={styles.text}>
            This guest’s purchases belong to a customer with the same email. Exporting or erasing the customer covers
            them.
          </p>
          <Button variant="default" component={Link} to={paths.data(found.customerId)}>
            Go to customer {found.customerId}
          </Button>
        </Card>
      ) : found.erasure ? (
        <Card title={`This ${whom}'s data was erased`}>
          <p className={styles.text}>
            {showInstant(found.erasure.at)}, by <bdi>{found.erasure.actor}</bdi>.
            {found.erasure.reason && (
              <>
                {' '}
                Reason: <bdi>{found.erasure.reason}</bdi>
              </>
            )}
          </p>
          <Progress of={found.erasure} />
          <Keeps title="What we kept and why" keeps={found.keeps} />
        </Card>
      ) : (
        <div className={styles.page}>
          <Card title="Export">
            <p className={styles.text}>
              All data about {found.name || `this ${whom}`} in one archive: a readable page, plus JSON and CSV files.
              The export is recorded in the audit log.
            </p>
            <ExportData whose={whose} />
          </Card>
          {'id' in whose && (
            <>
              <Merges id={whose.id} name={found.name} />
              <DuplicatesOf id={whose.id} />
            </>
          )}
          <Card title="Erase">
            <p className={styles.text}>
              Permanently removes everything that identifies this person. Accounting records are kept without their
              name.
            </p>
            <div className={styles.columns}>
              <Owed owed={found.owed} />
              <Goes goes={found.goes} />
              <Keeps title="What we keep and why" keeps={found.keeps} />
            </div>
            <ActionButton
              className={styles.action}
              color="red"
              permission={calls.erase.permission}
              onClick={() => setErasing(true)}
            >
              Erase…
            </ActionButton>
          </Card>
        </div>
      )}
      <Suspense>
        {isErasing && found && !found.erasure && (
          <EraseDialog
            whose={whose}
            name={found.name}
            email={found.email}
            owed={found.owed}
            onClose={() => setErasing(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const EVERY_MS = 5000

/** How far an erasure is. */
function Progress({ of: { running } }: { of: Erasure }) {
  if (!running) return <p className={styles.text}>Their identity is no longer stored</p>
  const { done, tables, failedAt } = running
  return (
    <div className={styles.progress}>
      <p className={styles.text} role="status">
        Erasing: {done} of {tables} tables.{' '}
        {failedAt
          ? `The erasure has failed since ${showInstant(failedAt)}. Marquee tries again every 10 minutes. The server’s log shows why.`
          : 'Their profile is erased. Marquee is removing their name, email and phone from texts such as notes and logs.'}
      </p>
      <Bar value={(100 * done) / tables} color={failedAt ? 'red' : undefined} aria-label="Erasing" />
    </div>
  )
}

function ExportData({ whose }: { whose: CustomerOrGuest }) {
  const { calls, params } = dataOf(whose)
  const [isBusy, setBusy] = useState(false)
  const toast = useErrorToast()
  const start = async () => {
    setBusy(true)
    try {
      toast.clear()
      showToast('success', `Downloaded ${await download(calls.export, { params })}`)
    } catch (error) {
      toast.show((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={15} />} loading={isBusy} onClick={() => void start()}>
      Export data
    </Button>
  )
}
