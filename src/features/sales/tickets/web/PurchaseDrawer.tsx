import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { refusal } from '#contract/permissions.ts'
import { showPhone } from '#contract/phone.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { breakable } from '#web/ui/breakable.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { RecordLink, useRecordPath } from '#web/ui/RecordLink.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { tickets, type Purchase } from '../contract.ts'
import { CHANNELS, KINDS } from '../rules.ts'
import { redeemedText, seatsText, ticketsIn } from '#features/sales/trade/redeemed-rules.ts'
import { RefundPill } from './RefundPill.tsx'
import styles from './Tickets.module.css'

type Props = { opened: boolean; id: number | undefined; onClose: () => void }

/** A whole purchase: who, where, each line, what was paid and what came back. */
export function PurchaseDrawer({ opened, id, onClose }: Props) {
  const reading = useRead(tickets.purchase, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  return (
    <SideDrawer opened={opened} onClose={onClose} title="Purchase" size="lg">
      {reading.data ? (
        <Details purchase={reading.data} />
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </SideDrawer>
  )
}

const NONE = '–'

const moreOf = ({ movieName, show_at: at, seats, discount }: Purchase['lines'][number]): string =>
  [movieName, at && showInstant(at), seatsText(seats), discount > 0 && `${showNaira(discount)} discount`]
    .filter(Boolean)
    .join(', ')

function Details({ purchase }: { purchase: Purchase }) {
  const me = useMe()
  const canSeeFeed = !refusal(me, 'superadmin')
  const canRefund = !refusal(me, 'refunds:write')
  const paymentPath = useRecordPath('payment')
  const { customer_id: account, customer_name: name, customerEmail: email, fwTransactionRef: reference } = purchase
  const buyer = name || email || 'Unknown buyer'
  return (
    <div className={styles.details}>
      <p className={styles.total}>
        <strong>{showNaira(purchase.amount)}</strong> <RefundPill state={purchase.refund} />
        {canRefund && paymentPath && purchase.payment_id !== null && purchase.amount > purchase.refunded && (
          <Button
            component={Link}
            to={`${paymentPath(String(purchase.payment_id))}?open=refund`}
            variant="default"
            size="compact-sm"
          >
            Refund
          </Button>
        )}
      </p>
      <Facts>
        <Fact label="Bought by">
          <RecordLink kind={account === null ? 'guest' : 'customer'} id={account ?? (email || null)}>
            {breakable(buyer)}
          </RecordLink>
          {account === null && (name || email) && ' (guest)'}
        </Fact>
        <Fact label="Email">{email || NONE}</Fact>
        <Fact label="Phone">{showPhone(purchase.phone) || NONE}</Fact>
        <Fact label="Date Purchased">{showInstant(purchase.purchasDate)}</Fact>
        <Fact label="Channel">{CHANNELS[purchase.channel]}</Fact>
        <Fact label="Cinema">{purchase.cinema || NONE}</Fact>
        <Fact label="Transaction ID">
          {reference || purchase.payment_id !== null ? (
            <>
              <RecordLink kind="payment" id={purchase.payment_id}>
                {reference || 'Payment'}
              </RecordLink>{' '}
              {reference && <CopyButton text={reference} label="Copy the transaction ID" />}
            </>
          ) : (
            NONE
          )}
        </Fact>
        <Fact label="Booking">
          {purchase.booking_id} ({purchase.source}){' '}
          {canSeeFeed && purchase.source !== OWN_SOURCE && (
            <RecordLink kind="counted purchase" id={`${purchase.source} ${purchase.booking_id}`}>
              Void or correct
            </RecordLink>
          )}
        </Fact>
        {ticketsIn(purchase.lines) > 0 && (
          <Fact label="Redeemed">{redeemedText(purchase.redeemed, purchase.lines, showInstant)}</Fact>
        )}
        {purchase.referral_code && <Fact label="Referral code">{purchase.referral_code}</Fact>}
      </Facts>
      <h3>Bought</h3>
      <ul className={styles.lines}>
        {purchase.lines.map((line) => (
          <li key={line.n}>
            <span>
              {line.name} <span className={styles.count}>× {line.quantity}</span>
            </span>
            <span className={styles.money}>{showNaira(line.amount)}</span>
            {moreOf(line) && <span className={styles.more}>{moreOf(line)}</span>}
          </li>
        ))}
      </ul>
      {purchase.refunds.length > 0 && (
        <>
          <h3>Refunds</h3>
          <ul className={styles.lines}>
            {purchase.refunds.map((refund) => (
              <li key={refund.id}>
                <span>{showInstant(refund.at)}</span>
                <span className={styles.money}>{showNaira(-refund.amount)}</span>
                <span className={styles.more}>
                  {[refund.reason, ...refund.lines.map(({ kind, quantity }) => `${KINDS[kind]} × ${quantity}`)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.left}>{showNaira(purchase.amount - purchase.refunded)} kept</p>
        </>
      )}
    </div>
  )
}
