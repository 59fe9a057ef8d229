import { Button } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { daysBetween } from '#contract/time.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { useOpened } from '#web/list/opened.ts'
import { Clamp } from '#web/ui/Clamp.tsx'
import { showDay, businessToday } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { reconciliation, type OwnedMismatch } from '../reconciliation-contract.ts'
import { mismatchLabel, showMoney } from '#features/payments/payment-logs/rules.ts'
import { MismatchStateOf } from './badges.tsx'
import { FinanceTabs } from './FinanceTabs.tsx'

// Fetched when they are opened.
const ResolveDialog = lazy(() => import('./ResolveDialog.tsx'))
const MismatchDialog = lazy(() => import('./MismatchDialog.tsx'))
const SettleDialog = lazy(() => import('./SettleDialog.tsx'))

const age = (day: string) => {
  const days = Math.max(0, daysBetween(day, businessToday()))
  return days === 1 ? '1 day' : `${days} days`
}
const columns: Column<OwnedMismatch>[] = [
  { id: 'reference', title: 'Reference', main: true, cell: (one) => <OneLine>{one.reference}</OneLine> },
  { id: 'day', title: 'Day', cell: (one) => showDay(one.day) },
  { id: 'age', title: 'Age', file: ['found'], cell: (one) => <OneLine>{age(one.day)}</OneLine> },
  { id: 'kind', title: 'Mismatch', bare: true, wide: true, cell: mismatchLabel },
  { id: 'ledger', title: 'Marquee', numeric: true, cell: (one) => (one.ledgerSide ? showMoney(one.ledgerSide) : '–') },
  {
    id: 'provider',
    title: 'Provider',
    numeric: true,
    cell: (one) => (one.providerSide ? showMoney(one.providerSide) : '–'),
  },
  { id: 'owner', title: 'Owner', cell: (one) => one.owner?.name ?? '–' },
  { id: 'state', title: 'State', side: true, cell: (one) => <MismatchStateOf of={one} /> },
  { id: 'note', title: 'Note', optional: true, cell: (one) => (one.note ? <Clamp>{one.note}</Clamp> : '–') },
]
const STATE_OPTIONS = [
  { value: 'open' as const, label: 'Open' },
  { value: 'resolved' as const, label: 'Resolved' },
  { value: 'all' as const, label: 'All' },
]

/** What differs from the provider on any day: who looks into it, and since when. */
export function MismatchesPage() {
  const list = useList(reconciliation.mismatches, {
    label: 'Mismatches',
    rows: (data) => data.mismatches,
    query: ({ state = 'open' }) => ({ state }),
  })
  const [opened, setOpened] = useState<number>()
  const [resolving, setResolving] = useState<OwnedMismatch>()
  const [isSettling, setSettling] = useOpened('settle')
  const one = list.rows?.find(({ id }) => id === opened)
  return (
    <>
      <ListScreen
        {...list}
        title="Daily finance"
        above={<FinanceTabs current="mismatches" />}
        columns={columns}
        onOpen={(row) => setOpened(row.id)}
        empty={{ title: 'No mismatches', text: 'All mismatches are resolved' }}
        searchLabel="Reference"
        filters={[
          {
            name: 'about',
            label: 'About',
            options: { charge: 'Charge', refund: 'Refund', fee: 'Fee', chargeback: 'Chargeback', payout: 'Payout' },
          },
          { name: 'owner', label: 'Owner', options: { me: 'Me', others: 'Someone else', none: 'No owner' } },
          { name: 'date', label: 'Day' },
        ]}
        csv={{ endpoint: reconciliation.mismatchesCsv, also: ['found'] }}
        controls={
          <>
            <Segmented
              label="State"
              value={list.filter.state}
              onChange={(to) => list.setAddress({ state: to === 'open' ? undefined : to })}
              options={STATE_OPTIONS}
            />
            <Button variant="default" leftSection={<IconGavel size={16} />} onClick={() => setSettling(true)}>
              Resolve by rule
            </Button>
          </>
        }
      />
      <Suspense>
        {one && (
          <MismatchDialog
            mismatch={one}
            onResolve={() => {
              setOpened(undefined)
              setResolving(one)
            }}
            onClose={() => setOpened(undefined)}
          />
        )}
        {resolving && <ResolveDialog mismatch={resolving} onClose={() => setResolving(undefined)} />}
        {isSettling && <SettleDialog onClose={() => setSettling(false)} />}
      </Suspense>
    </>
  )
}
