import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { useRead } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { showInstant } from '#web/ui/format.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS, messages } from '../rules.ts'
import { useChosen } from './address.ts'
import styles from './Analytics.module.css'
import { Section } from './Section.tsx'

type Purchase = Output<typeof analytics.oneTimePurchase.reply>['purchases'][number]

const Tick = ({ is, what }: { is: boolean; what: string }) => (
  <span className={styles.tick} data-is={is || undefined} role="img" aria-label={is ? `With ${what}` : `No ${what}`}>
    {is ? <IconCheck size={16} /> : <IconMinus size={16} />}
  </span>
)

const columns: Column<Purchase>[] = [
  { id: 'name', title: 'Name', main: true, width: '22%', cell: (row) => row.customer_name || '–' },
  { id: 'email', title: 'Email', bare: true, wide: true, cell: (row) => row.customer_email || '–' },
  { id: 'transaction', title: 'Transaction', bare: true, wide: true, cell: (row) => row.payment.transaction_id ?? '–' },
  { id: 'ticket', title: 'Ticket', cell: (row) => <Tick is={row.ticket_purchase} what="tickets" /> },
  { id: 'concession', title: 'Concession', cell: (row) => <Tick is={row.concession_purchase} what="concessions" /> },
  { id: 'at', title: 'Date', side: true, cell: (row) => showInstant(row.at) },
]

/** Purchases by people without a subscription, newest first. */
export function OneTimePurchases() {
  const { page, place, set } = useChosen()
  const reading = useRead(analytics.oneTimePurchase, { query: { page, perPage: TABLE_ROWS, ...place } })
  return (
    <Section
      title="One time Purchase"
      controls={<ExportButton of="One time Purchase" endpoint={analytics.oneTimeCsv} query={place} />}
    >
      <List
        label="One time Purchase"
        columns={columns}
        reading={reading}
        rows={reading.data?.purchases}
        total={reading.data?.totalCount}
        page={page}
        perPage={TABLE_ROWS}
        onPage={(to, how) => set({ page: to }, how)}
        rowKey={({ id }) => String(id)}
        empty={{ title: messages.noPurchases, text: DEFINITIONS.oneTime }}
      />
    </Section>
  )
}
