import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { addDays } from '#contract/time.ts'
import { useRead } from '#web/api/queries.ts'
import { useSeesChain } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { useOpened } from '#web/list/opened.ts'
import { Card } from '#web/ui/Card.tsx'
import { showDay, showInstant, businessToday } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { paymentLogs, type Reconciliation } from '../contract.ts'
import { CompareDay } from './CompareDay.tsx'
import { DayStateOf, countText, showSum, SOON_MS } from './badges.tsx'
import { paths } from './paths.ts'

const FeesDialog = lazy(() => import('./FeesDialog.tsx'))

const columns: Column<Reconciliation>[] = [
  { id: 'day', title: 'Day', main: true, cell: (one) => showDay(one.day) },
  { id: 'state', title: 'State', side: true, cell: (one) => <DayStateOf of={one} /> },
  { id: 'ledger', title: 'Our payments', card: false, numeric: true, cell: (one) => countText(one.ledgerCount) },
  {
    id: 'ledgerAmount',
    title: 'Our amount',
    short: 'Ours',
    numeric: true,
    cell: (one) => showSum(one.ledgerAmount, one.ledgerOthers),
  },
  {
    id: 'provider',
    title: "Provider's payments",
    card: false,
    numeric: true,
    cell: (one) => countText(one.providerCount),
  },
  {
    id: 'providerAmount',
    title: "Provider's amount",
    short: "Provider's",
    numeric: true,
    cell: (one) => showSum(one.providerAmount, one.providerOthers),
  },
  { id: 'resolved', title: 'Resolved', numeric: true, cell: (one) => one.resolved },
  { id: 'finishedAt', title: 'Compared', cell: (one) => (one.finishedAt ? showInstant(one.finishedAt) : '–') },
]

/** Days beside the payment provider's list. Each night compares the day before by itself. */
export function ReconciliationPage() {
  const [address, setAddress] = useAddress(paymentLogs.reconciliations.query)
  const [day, setDay] = useState(addDays(businessToday(), -1))
  const [isOpen, setOpen] = useOpened('fees')
  const navigate = useNavigate()
  const seesChain = useSeesChain(paymentLogs.reconciliations.permission)
  const { page = 1, perPage = TABLE_ROWS } = address
  const list = useRead(
    paymentLogs.reconciliations,
    { query: { page, perPage } },
    { refetchInterval: (data) => (data?.reconciliations.some(({ state }) => state === 'running') ? SOON_MS : 0) },
  )
  return (
    <Page
      title="Reconciliation"
      back={paths.log}
      actions={
        <>
          {seesChain && (
            <Button variant="default" onClick={() => setOpen(true)}>
              Fees
            </Button>
          )}
          <Button component={Link} to={paths.mismatches} variant="default">
            Mismatches
          </Button>
        </>
      }
      note={
        seesChain
          ? "Our payments of a day beside the payment provider's list. Each night compares the day before."
          : 'Days on which payments of your cinemas differ from the payment provider’s list. What all payments of a day add up to is the whole chain’s.'
      }
    >
      <Card>
        <CompareDay day={day} onDay={setDay} onCompared={(compared) => void navigate({ to: paths.day(compared) })} />
      </Card>
      <List
        label="Compared days"
        columns={columns}
        reading={list}
        rows={list.data?.reconciliations}
        total={list.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={(one) => one.day}
        rowTo={(one) => paths.day(one.day)}
        empty={
          seesChain
            ? {
                title: 'No days compared yet',
                text: 'Choose one above, or wait for the night.',
                permission: paymentLogs.reconcile.permission,
              }
            : { title: 'Nothing differs', text: 'Days appear here on which a payment of your cinemas differs.' }
        }
      />
      <Suspense>{isOpen && <FeesDialog onClose={() => setOpen(false)} />}</Suspense>
    </Page>
  )
}
