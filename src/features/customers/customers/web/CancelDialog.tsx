import { Radio, Stack, Textarea } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { addDays } from '#contract/time.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { showDay, today } from '#web/ui/format.ts'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { customers, type CustomerRecord } from '../contract.ts'
import { messages, REASON_LENGTH } from '../rules.ts'
import styles from './Customers.module.css'
import { nameOf } from './format.ts'

type Props = { record: CustomerRecord; onClose: () => void }

/** Ends a subscription before its last day. Unsubscribed Users and Churn show the reason. */
export default function CancelDialog({ record, onClose }: Props) {
  const { userData: customer, userSubscriptionHistory: had } = record
  const running = had.active_subscription!
  const latest = had.all_subscriptions.find(({ paymentId }) => paymentId !== null)
  const action = useActionForm(customers.cancelSubscription, {
    initial: { when: 'now', lastDay: '', reason: '' },
    rules: (values) => ({
      lastDay:
        values.when === 'day' && !(values.lastDay >= today() && values.lastDay < running.subEndDate)
          ? messages.badLastDay(running.subEndDate)
          : null,
      reason: values.reason.trim() ? null : messages.noCancelReason,
    }),
    args: ({ when, lastDay, reason }) => ({
      params: { id: customer.id },
      body: { reason, ...(when === 'day' && { lastDay }) },
    }),
    onClose,
  })
  const { form } = action
  return (
    <FormDialog
      of={action}
      onClose={onClose}
      title={`Cancel the subscription of ${nameOf(customer)}?`}
      submit="Cancel subscription"
      cancel="Keep subscription"
      color="red"
    >
      <p className={styles.aside}>
        {running.subscriptionName} runs until {showDay(running.subEndDate)}. This does not refund anything.{' '}
        {latest && (
          <>
            To refund the subscription, open the payment{' '}
            <RecordLink kind="payment" id={latest.paymentId} className={styles.inText}>
              {latest.paymentReference || 'Payment'}
            </RecordLink>
            .
          </>
        )}
      </p>
      <Radio.Group label="When does the subscription end?" {...form.getInputProps('when')}>
        <Stack gap={8} mt={6}>
          <Radio value="now" label="Now" />
          <Radio value="day" label="On a date you choose" disabled={running.subEndDate <= today()} />
        </Stack>
      </Radio.Group>
      {form.values.when === 'day' && (
        <DayInput
          label="Last day"
          value={form.values.lastDay || null}
          onChange={(day) => form.setFieldValue('lastDay', day ?? '')}
          error={form.errors.lastDay}
          description={`Until ${showDay(addDays(running.subEndDate, -1))}`}
        />
      )}
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        maxLength={unitsOf(REASON_LENGTH)}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
