import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showDay, today } from '#web/ui/format.ts'
import { vouchers, type Voucher } from '../contract.ts'
import { messages } from '../rules.ts'

type Draft = { recipient: string; expiresOn: string | null }
const toDraft = ({ recipient, expiresOn }: Voucher): Draft => ({ recipient, expiresOn })

/** Whom a voucher was given to, and its last day while it was not redeemed or voided. */
export default function VoucherDialog({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const isOpen = voucher.state === 'unused' || voucher.state === 'expired'
  const record = useRecordForm({
    draft: `voucher:${voucher.id}`,
    record: voucher,
    toDraft,
    rules: ({ expiresOn }): { expiresOn?: string } =>
      expiresOn !== null && expiresOn !== voucher.expiresOn && expiresOn < today()
        ? { expiresOn: messages.pastDay }
        : {},
    skipsLeaveGuard: true,
    labels: { recipient: 'Recipient', expiresOn: 'Expiry date' },
    show: (field, value) => (field === 'expiresOn' ? (value ? showDay(value) : 'None') : value || 'Nobody'),
    create: null,
    change: {
      call: vouchers.change,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...values, version } }),
    },
    onDone: onClose,
  })
  const { form } = record
  return (
    <FormDialog of={record} onClose={onClose} title={`Voucher …${voucher.last4}`} submit="Save">
      <TextInput
        label="Recipient"
        description="Person the company gave it to"
        maxLength={unitsOf(200)}
        data-autofocus
        {...form.getInputProps('recipient')}
      />
      <DayInput
        label="Expiry date"
        placeholder="Never expires"
        clearable={isOpen}
        readOnly={!isOpen}
        minDate={today()}
        clearButtonProps={{ 'aria-label': 'Clear the expiry date' }}
        {...form.getInputProps('expiresOn')}
      />
    </FormDialog>
  )
}
