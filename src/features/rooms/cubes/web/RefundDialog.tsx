import { unitsOf } from '#contract/characters.ts'
import { useActionForm } from '#web/form/useActionForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { useMe } from '#web/api/session.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { REASON_LENGTH, refundBlockedReason } from '../rules.ts'
import styles from './Cubes.module.css'
import { showWithheld } from './format.ts'

/** Pays a cancelled booking back: through the provider what was paid there, at the cinema the rest. */
export default function RefundDialog({ booking, onClose }: { booking: CubeBooking; onClose: () => void }) {
  const client = useQueryClient()
  const me = useMe()
  const refund = useActionForm(cubes.setStatus, {
    initial: { reason: '' },
    args: ({ reason }) => ({
      params: { id: booking.booking_id },
      body: { status: 'Refunded' as const, reason: reason.trim() || undefined, version: booking.version },
    }),
    onClose,
    onFailure: () => void client.invalidateQueries({ queryKey: [cubes.setStatus.feature] }),
  })
  const {
    refundable_amount: all,
    refundable_by_provider: there,
    payment_references: references,
    payment_methods: methods,
  } = booking
  return (
    <FormDialog
      of={refund}
      onClose={onClose}
      title="Cube Booking Refund"
      cancel="NO, GO BACK"
      submit="YES, REFUND"
      disabledReason={refundBlockedReason(me, booking)}
    >
      <p className={styles.text}>
        Are you sure you want to refund the cube booking for <bdi>{booking.email || booking.full_name}</bdi>
      </p>
      <dl className={styles.sums}>
        <div>
          <dt>Through the payment provider{references.length > 0 && `, ${references.join(', ')}`}</dt>
          <dd>{showNaira(there)}</dd>
        </div>
        <div>
          <dt>
            Refund at the cinema
            {methods.length > 0 && `, ${methods.map((method) => METHOD_LABELS[method]).join(', ')}`}
          </dt>
          <dd>{showNaira(all - there)}</dd>
        </div>
        <div data-all>
          <dt>Refund</dt>
          <dd>{showNaira(all)}</dd>
        </div>
      </dl>
      {booking.withheld_percent > 0 && <p className={styles.then}>{showWithheld(booking)}</p>}
      {booking.refund === 'failed' && <p className={styles.then}>{booking.refund_text}</p>}
      <ReasonField
        isOptional
        description="For staff only. Saved in the booking's history, not sent to the guest."
        maxLength={unitsOf(REASON_LENGTH)}
        {...refund.form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
