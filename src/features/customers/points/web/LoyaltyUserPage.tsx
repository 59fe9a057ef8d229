import { Navigate, useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import type { PurchasedLine } from '#features/customers/customers/contract.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { NavLink } from '#web/ui/NavLink.tsx'
import { Amount, PaymentId, Quantity } from '#web/ui/Purchased.tsx'
import { Page } from '#web/ui/Page.tsx'
import { points, type PointsRecord } from '../contract.ts'
import { MEANINGS, messages, tierName } from '../rules.ts'
import { History } from './History.tsx'
import { paths } from './paths.ts'
import styles from './Points.module.css'
import { count } from './format.ts'
import { useDialogs } from './useDialogs.tsx'
import { nameOf } from './CustomerName.tsx'

const inAddress = z.object({ page: z._default(PageNumber, 1) })

const bought: Column<PurchasedLine>[] = [
  { id: 'item', title: 'Item', main: true, width: '40%', cell: (line) => line.product_name },
  { id: 'cinema', title: 'Cinema', cell: (line) => line.cinemaName || '–' },
  {
    id: 'quantity',
    title: 'Quantity',
    numeric: true,
    cell: (line) => <Quantity bought={line.quantity} refunded={line.refundedQuantity} />,
  },
  { id: 'payment', title: 'Payment ID', wide: true, cell: (line) => <PaymentId of={line} blank="–" /> },
  { id: 'date', title: 'Date', cell: (line) => showInstant(line.createdAt) },
  { id: 'amount', title: 'Order amount', numeric: true, cell: (line) => <Amount price={line.price} of={line} /> },
]

const subscriptionOf = ({ subscription }: PointsRecord) =>
  subscription
    ? `Subscription: ${subscription.subscriptionName}, until ${showInstant(subscription.endsAt).slice(0, 10)}`
    : 'No subscription'

/** One customer's loyalty: what they have, where it came from, and what they bought lately. */
export function LoyaltyUserPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return /^[1-9]\d{0,14}$/.test(id) ? <Loyalty key={id} id={Number(id)} /> : <Navigate to={paths.loyalty} replace />
}

function Loyalty({ id }: { id: number }) {
  const [{ page = 1 }, setAddress] = useAddress(inAddress)
  const reading = useRead(points.fetch, { params: { id } })
  const member = reading.data
  const { show, dialogs } = useDialogs(member && [member])
  const countText = (value: number | undefined) => (value === undefined ? undefined : count(value))

  if (reading.error && !member)
    return (
      <Page title="Loyalty users" back={paths.loyalty}>
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      </Page>
    )
  return (
    <Page
      title={member ? nameOf(member) : 'Loyalty users'}
      isLoading={!member}
      back={paths.loyalty}
      note={
        member && (
          <>
            {member.email && <>{member.email} · </>}
            <NavLink to={customerPaths.profile(id)}>Profile</NavLink>
          </>
        )
      }
      actions={
        member && (
          <>
            <ActionButton variant="default" permission={points.setTier.permission} onClick={() => show('tier', member)}>
              Change tier
            </ActionButton>
            <ActionButton
              variant="default"
              permission={points.redeem.permission}
              disabledReason={member.available_points === 0 ? messages.tooFew(0) : undefined}
              onClick={() => show('redeem', member)}
            >
              Redeem points
            </ActionButton>
            <ActionButton permission={points.award.permission} onClick={() => show('award', member)}>
              Award points
            </ActionButton>
          </>
        )
      }
    >
      <Metrics label="Points" reading={reading}>
        <Metric
          label="Tier"
          info={MEANINGS.tier}
          value={member && tierName(member.tier)}
          note={member && subscriptionOf(member)}
        />
        <Metric
          label="Available points"
          info={MEANINGS.available}
          value={countText(member?.available_points)}
          note={`of ${countText(member?.lifetime_points) ?? '…'} in a lifetime`}
        />
        <Metric label="Awarded this month" info={MEANINGS.awarded} value={countText(member?.awarded_this_month)} />
        <Metric label="Redeemed this month" info={MEANINGS.redeemed} value={countText(member?.redeemed_this_month)} />
      </Metrics>
      <History
        id={id}
        page={page}
        onPage={(to, how) => void setAddress({ page: to }, how)}
        toolbar={<h2 className={styles.heading}>Transaction History</h2>}
      />
      <List
        label="Recent purchases"
        toolbar={<h2 className={styles.heading}>Recent purchases</h2>}
        columns={bought}
        reading={reading}
        rows={member?.recent_purchases}
        total={member?.recent_purchases.length}
        page={1}
        perPage={10}
        onPage={() => undefined}
        rowKey={(line) => line.id}
        empty={{ title: 'No purchases made yet', text: 'Purchases of this customer appear here' }}
      />
      {dialogs}
    </Page>
  )
}
