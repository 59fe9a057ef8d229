import { Radio, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages, REASON_LENGTH } from '../rules.ts'
import styles from './Cubes.module.css'

/**
 * Pays a cancelled booking back: through the provider what was paid there, at the cinema the rest. Where the provider's
 * answer was lost, staff look it up there first and say what they found.
 */
export default function RefundDialog({ booking, onClose }: { booking: CubeBooking; onClose: () => void }) {
  const client = useQueryClient()
  const isUnknown = booking.refund === 'unknown'
  const form = useForm({
    initialValues: { reason: '', seen: '' },
    validate: { seen: (chosen) => (isUnknown && !chosen ? messages.empty : null) },
  })
  const refund = useSave(cubes.setStatus, {
    says: 'Booking refunded',
    onSuccess: onClose,
    onFailure: (failure: ApiFailure) => {
      form.setErrors(failure.fields)
      void client.invalidateQueries({ queryKey: [cubes.setStatus.feature] })
    },
  })
  const { refundable_amount: all, refundable_by_provider: there, payment_references: references } = booking
  return (
    <FormDialog
      onClose={onClose}
      title="Cube Booking Refund"
      cancel="NO, GO BACK"
      submit="YES, REFUND"
      may={cubes.setStatus.may}
      isSaving={refund.isPending}
      disabledReason={booking.refund === 'under way' ? messages.refundUnderWay : undefined}
      onSubmit={form.onSubmit(({ reason, seen }) =>
        refund.mutate({
          params: { id: booking.booking_id },
          body: {
            status: 'Refunded',
            reason: reason.trim() || undefined,
            version: booking.version,
            ...(isUnknown && { refund_seen: seen === 'yes' }),
          },
        }),
      )}
    >
      <p className={styles.text}>
        Are you sure you want to refund the cube booking for {booking.email || booking.full_name}
      </p>
      <dl className={styles.sums}>
        <div>
          <dt>Through the payment provider{references.length > 0 && `, ${references.join(', ')}`}</dt>
          <dd>{showNaira(there)}</dd>
        </div>
        <div>
          <dt>To be given back at the cinema</dt>
          <dd>{showNaira(all - there)}</dd>
        </div>
        <div data-all>
          <dt>Refund</dt>
          <dd>{showNaira(all)}</dd>
        </div>
      </dl>
      {isUnknown && (
        <Radio.Group
          label="What did you find with the payment provider?"
          description="The answer to an earlier refund of this booking was lost: look it up there first"
          {...form.getInputProps('seen')}
        >
          <div className={styles.radios}>
            <Radio value="yes" label="The money went back" />
            <Radio value="no" label="It did not: ask for it again" />
          </div>
        </Radio.Group>
      )}
      <Textarea
        label="Reason (optional)"
        description="For staff: it stands in the history of the booking, and is not sent to the guest"
        autosize
        minRows={2}
        maxLength={REASON_LENGTH}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
