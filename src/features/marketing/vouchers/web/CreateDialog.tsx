import { unitsOf } from '#contract/characters.ts'
import { showCount } from '#contract/counted.ts'
import { Alert, Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useActionForm } from '#web/form/useActionForm.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#web/api/queries.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { showNaira, today } from '#web/ui/format.ts'
import { vouchers, type VoucherGroup } from '../contract.ts'
import { DEFAULT_PLAN_ID, ERROR_HIDES_MS, groupErrors, messages, type GroupDraft } from '../rules.ts'

type Draft = GroupDraft & { comment: string; subscriptionId: number; paymentConfirmed: boolean }
const NONE: Draft = {
  companyName: '',
  quantity: '',
  approvedBy: '',
  comment: '',
  subscriptionId: DEFAULT_PLAN_ID,
  expiresOn: null,
  paymentConfirmed: false,
}

type Props = { onMade: (group: VoucherGroup) => void; onClose: () => void }

/** Vouchers for a company (operations 2, 4, 5): they are made once their payment is confirmed. */
export default function CreateDialog({ onMade, onClose }: Props) {
  const [failed, setFailed] = useState<string>()
  const plans = useRead(vouchers.plans, {})
  const create = useActionForm(vouchers.create, {
    initial: NONE,
    rules: (values) => groupErrors(values, today()),
    args: (draft) => {
      setFailed(undefined)
      return draft.paymentConfirmed ? { body: { ...draft, quantity: Number(draft.quantity) } } : undefined
    },
    onFailure: ({ problem, status }) => {
      const message =
        status === 0 ? messages.noNetwork : problem.errors?.[0]?.message || problem.message || messages.failed
      // It goes by itself, so it stands in the dialog as well.
      setFailed(message)
      showToast('error', message, undefined, ERROR_HIDES_MS)
      return true
    },
    onApprovalRequested: onClose,
    onDone: ({ data }) => {
      onClose()
      onMade(data)
    },
  })
  const { form } = create
  const { paymentConfirmed } = form.values
  const plan = plans.data?.find(({ product_id: id }) => id === form.values.subscriptionId)
  const quantity = Number(form.values.quantity)

  return (
    <FormDialog
      of={create}
      onClose={onClose}
      size="lg"
      title="Create vouchers"
      submit="Create"
      disabledReason={paymentConfirmed ? undefined : messages.unpaid}
    >
      <TextInput label="Company name" maxLength={unitsOf(200)} data-autofocus {...form.getInputProps('companyName')} />
      <Pair>
        <NumberInput
          label="Quantity"
          allowNegative={false}
          thousandSeparator=","
          hideControls
          {...form.getInputProps('quantity')}
        />
        <Select
          label="Plan"
          description={
            plan && quantity > 0
              ? `${showCount(quantity)} × ${showNaira(plan.product_price)} = ${showNaira(plan.product_price * quantity)}`
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={plans.error ? 'Could not be loaded' : ''}
          allowDeselect={false}
          data={(plans.data ?? []).map(({ product_id: id, product_name: name, product_price: price }) => ({
            value: String(id),
            label: `${name}, ${showNaira(price)} a month`,
          }))}
          value={plan ? String(plan.product_id) : null}
          onChange={(id) => id && form.setFieldValue('subscriptionId', Number(id))}
          error={form.errors.subscriptionId ?? (plans.data && !plan ? 'Choose a plan' : undefined)}
        />
      </Pair>
      <Pair>
        <TextInput label="Approved by" maxLength={unitsOf(200)} {...form.getInputProps('approvedBy')} />
        <DayInput
          label="Expiry date (optional)"
          placeholder="Never expires"
          clearable
          minDate={today()}
          clearButtonProps={{ 'aria-label': 'Clear the expiry date' }}
          {...form.getInputProps('expiresOn')}
        />
      </Pair>
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={unitsOf(1000)}
        {...form.getInputProps('comment')}
      />
      <Checkbox
        label="Payment Confirmed"
        description="Tick only when the company's payment has arrived"
        {...form.getInputProps('paymentConfirmed', { type: 'checkbox' })}
      />
      {failed && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
          {failed}
        </Alert>
      )}
    </FormDialog>
  )
}
