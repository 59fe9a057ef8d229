import { Group, Radio, Select, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { Plan } from '#features/customers/tiers/contract.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import type { Reading } from '#web/list/List.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showNaira } from '#web/ui/format.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import type { CustomerRecord } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Customers.module.css'
import { amountOf, AS_IT_IS, LABELS, withPlan } from './draft.ts'
import type { CustomerFormType } from './form-type.ts'

type Props = {
  form: CustomerFormType
  plans: Reading & { data: readonly Plan[] | undefined }
  edited: CustomerRecord | undefined
}

/** Plan fields: months and payment type for a sale, or start and end for a running subscription. */
export function SubscriptionPart({ form, plans: reading, edited }: Props) {
  const plans = reading.data ?? []
  const me = useMe()
  const isLocked = Boolean(edited && refusal(me, 'superadmin'))
  const values = edited ? form.values : withPlan(form.values, plans)
  const running = edited?.userSubscriptionHistory.active_subscription
  const sold = plans.map(({ product_id, product_name, product_price }) => ({
    value: String(product_id),
    label: `${product_name}, ${showNaira(product_price)} a month`,
  }))
  // A running plan that is not on sale stays until staff choose another.
  const unchanged =
    running && !plans.some(({ product_id }) => product_id === running.subscriptionId)
      ? [{ value: String(running.subscriptionId ?? AS_IT_IS), label: running.subscriptionName }]
      : []
  return (
    <fieldset className={styles.part}>
      <legend>Subscription</legend>
      <Select
        label={LABELS.subscriptionId}
        description={isLocked && messages.superadminsGive}
        disabled={isLocked}
        placeholder={edited ? 'None' : ''}
        data={[...unchanged, ...sold]}
        // A running subscription ends on its end date, so only a plan chosen in this form can be cleared.
        clearable={Boolean(edited) && !running}
        clearButtonProps={{ 'aria-label': `Clear ${LABELS.subscriptionId}` }}
        allowDeselect={false}
        value={values.subscriptionId || null}
        onChange={(value) => form.setFieldValue('subscriptionId', value ?? '')}
        error={form.errors.subscriptionId}
      />
      {reading.error && <ErrorState error={reading.error} onRetry={reading.refetch} compact />}
      {edited ? (
        <>{form.values.subscriptionId && <Dates form={form} isLocked={isLocked} />}</>
      ) : (
        <Sale form={form} amount={amountOf(values, plans)} />
      )}
    </fieldset>
  )
}

const Dates = ({ form, isLocked }: { form: CustomerFormType; isLocked: boolean }) => (
  <Pair>
    {(['subStartDate', 'subEndDate'] as const).map((field) => (
      <DayInput
        key={field}
        label={LABELS[field]}
        disabled={isLocked}
        value={form.values[field] || null}
        onChange={(day) => form.setFieldValue(field, day ?? '')}
        error={form.errors[field]}
      />
    ))}
  </Pair>
)

function Sale({ form, amount }: { form: CustomerFormType; amount: number | undefined }) {
  const id = useId()
  return (
    <>
      <Pair>
        <TextInput
          label={LABELS.numberOfMonths}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          {...form.getInputProps('numberOfMonths')}
        />
        <Radio.Group label={LABELS.paymentType} {...form.getInputProps('paymentType')}>
          <Group h={36}>
            <Radio value="CASH" label="Cash" />
            <Radio value="CARD" label="Card" />
          </Group>
        </Radio.Group>
      </Pair>
      <div className={styles.amount}>
        <span id={id}>Amount</span>
        <output aria-labelledby={id}>{amount === undefined ? '–' : showNaira(amount)}</output>
      </div>
      {/* The server sets the price and rejects another. */}
      {'amount' in form.errors && <p className={styles.wrong}>{form.errors.amount}</p>}
    </>
  )
}
