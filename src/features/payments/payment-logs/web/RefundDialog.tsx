import { Button, NumberInput, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { typedNumber, UNCLEAR } from '#contract/typed-number.ts'
import { redeemedText, seatsText } from '#features/sales/trade/redeemed-rules.ts'
import { useSave } from '#web/api/queries.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { Note } from '#web/ui/Note.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { paymentLogs, type PaymentDetail, type PaymentLine } from '../contract.ts'
import { COUNTER, messages, planRefund, type Ask, type LineLeft, type RefundKind } from '../rules.ts'
import styles from './PaymentLogs.module.css'

const COUNTER_TEXT = 'Return the money at the counter'

type Props = { payment: PaymentDetail; onClose: () => void }
/** Quantities by `purchase-line`. */
type Quantities = Record<string, number>

const keyOf = ({ purchase_id, line }: PaymentLine) => `${purchase_id}-${line}`

const leftOf = (line: PaymentLine): LineLeft => ({
  purchaseId: line.purchase_id,
  n: line.line,
  kind: line.kind,
  product: line.product,
  quantity: line.quantity,
  kobo: toKobo(line.amount),
  leftQuantity: line.left_quantity,
  leftKobo: toKobo(line.left_amount),
})

/** Refund in full or in part. Shows the amount before the confirmation, by the server's rule. */
export default function RefundDialog({ payment, onClose }: Props) {
  const [kind, setKind] = useState<RefundKind>('full')
  const [quantities, setQuantities] = useState<Quantities>({})
  const [naira, setNaira] = useState('')
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const lines = payment.lines.map((line) => ({
    purchase_id: line.purchase_id,
    line: line.line,
    quantity: quantities[keyOf(line)] ?? 0,
  }))
  const chosen = lines.filter(({ quantity }) => quantity > 0)
  const ask: Ask =
    kind === 'lines'
      ? { kind, lines: chosen.map(({ purchase_id: purchaseId, line: n, quantity }) => ({ purchaseId, n, quantity })) }
      : kind === 'amount'
        ? { kind, kobo: toKobo(typedNumber(naira) || 0) }
        : { kind }
  const plan = planRefund(ask, payment.lines.map(leftOf), toKobo(payment.amountLeft))
  const isUnclear = kind === 'amount' && naira.trim() !== '' && Number.isNaN(typedNumber(naira))
  const wrong = isUnclear ? UNCLEAR : 'reason' in plan ? plan.reason : undefined
  const amount = 'reason' in plan ? 0 : toNaira(plan.kobo)
  const isAllOfIt =
    kind === 'amount' && amount === payment.amountLeft && payment.lines.some(({ left_quantity: left }) => left > 0)

  const client = useQueryClient()
  const save = useSave(paymentLogs.refund, {
    says: false,
    onSuccess: ({ data, message }) => {
      showToast(data.refunds.at(-1)?.state === 'failed' ? 'error' : 'success', message ?? messages.refundRequested)
      onClose()
    },
    onApprovalRequested: onClose,
    onFailure: ({ fields }) => {
      setRefused(fields)
      // Because the provider may have reported another charge, the refundable rest is read again.
      void client.invalidateQueries({ queryKey: [paymentLogs.detail.feature, paymentLogs.detail.name] })
      return Object.keys(fields).length > 0
    },
  })
  const confirm = () => {
    setSubmitted(true)
    setRefused({})
    if (wrong || !reason.trim()) return
    save.mutate({
      params: { id: payment.id },
      body: { kind, amount, reason, ...(kind === 'lines' && { lines: chosen }) },
    })
  }
  const guard = guardWhen(() => reason !== '' || naira !== '' || chosen.length > 0)
  const planError = (isSubmitted && wrong) || refused.amount || refused.lines || refused.kind
  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      size="lg"
      title={`Refund payment ${payment.bookingId}`}
      footer={
        <>
          <Button variant="default" onClick={() => void closing(onClose, guard)()}>
            Cancel
          </Button>
          <ActionButton permission={paymentLogs.refund.permission} loading={save.isPending} onClick={confirm}>
            {amount > 0 ? `Refund ${showNaira(amount)}` : 'Refund'}
          </ActionButton>
        </>
      }
    >
      <div className={styles.form}>
        <Radio.Group
          label="Refund"
          value={kind}
          onChange={(to) => {
            setKind(to as RefundKind)
            setSubmitted(false)
          }}
        >
          <div className={styles.kinds}>
            <Radio value="full" label={`Full refund (${showNaira(payment.amountLeft)})`} />
            {payment.lines.length > 0 && <Radio value="lines" label="Selected items" />}
            <Radio value="amount" label="Custom amount" />
          </div>
        </Radio.Group>
        {kind === 'lines' && (
          <ul className={styles.lines}>
            {payment.lines.map((line) => (
              <li key={keyOf(line)} className={styles.line}>
                <span className={styles.two}>
                  {line.product || line.kind}
                  <span className={styles.more}>
                    {line.left_quantity} of {line.quantity} left · {showNaira(line.left_amount)}
                    {line.seats.length > 0 && ` · ${seatsText(line.seats)}`}
                  </span>
                </span>
                <NumberInput
                  aria-label={`Quantity of ${line.product || line.kind}`}
                  min={0}
                  max={line.left_quantity}
                  allowDecimal={false}
                  allowNegative={false}
                  disabled={line.left_quantity === 0}
                  value={quantities[keyOf(line)] ?? 0}
                  onChange={(to) => setQuantities({ ...quantities, [keyOf(line)]: Number(to) || 0 })}
                />
              </li>
            ))}
          </ul>
        )}
        {kind === 'amount' && (
          <MoneyInput
            label="Amount"
            description="Refunds money only. The items still count as sold."
            value={naira}
            onChange={setNaira}
            error={planError}
          />
        )}
        {isAllOfIt && (
          <p className={styles.text} role="status">
            This is the full amount left. The items would still count as sold.{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => setKind('full')}>
              Make it a full refund
            </Button>
          </p>
        )}
        {kind !== 'amount' && planError && (
          <p className={styles.bad} role="alert">
            {planError}
          </p>
        )}
        <ReasonField
          maxLength={unitsOf(300)}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={refused.reason ?? (isSubmitted && !reason.trim() ? messages.reason : undefined)}
        />
        {payment.redeemed.at && (
          <Note>
            <b>Redeemed</b>. {redeemedText(payment.redeemed, payment.lines, showInstant)}.
          </Note>
        )}
        <div className={styles.total} aria-live="polite">
          <span>{payment.provider === COUNTER ? COUNTER_TEXT : 'Refund through the payment provider'}</span>
          <b>{showNaira(amount)}</b>
        </div>
        <p className={styles.text}>
          You cannot cancel a refund. It appears in reports on the day the money is returned.
        </p>
      </div>
    </Dialog>
  )
}
