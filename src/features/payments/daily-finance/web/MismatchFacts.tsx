import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showDay, showInstant, showNaira } from '#web/ui/format.ts'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import type { Mismatch } from '#features/payments/payment-logs/contract.ts'
import { mismatchLabel, showMoney } from '#features/payments/payment-logs/rules.ts'

/** What differs and by how much, and the way to the payment and to the day's comparison. */
export const MismatchFacts = ({ of: mismatch }: { of: Mismatch }) => (
  <Facts>
    <Fact label="Mismatch">{mismatchLabel(mismatch)}</Fact>
    <Fact label="Day">
      <RecordLink kind="reconciliation" id={mismatch.day}>
        {showDay(mismatch.day)}
      </RecordLink>
    </Fact>
    <Fact label="Marquee">{mismatch.ledgerSide ? showMoney(mismatch.ledgerSide) : '–'}</Fact>
    <Fact label="Provider">{mismatch.providerSide ? showMoney(mismatch.providerSide) : '–'}</Fact>
    {mismatch.about === 'chargeback' && <Fact label="Refunded as well">{showNaira(mismatch.amountRefunded)}</Fact>}
    <Fact label="Payment">
      <RecordLink kind="payment" id={mismatch.paymentId}>
        {mismatch.reference}
      </RecordLink>
    </Fact>
    {mismatch.at && <Fact label="Paid on">{showInstant(mismatch.at)}</Fact>}
    {mismatch.email && <Fact label="Email">{mismatch.email}</Fact>}
  </Facts>
)
