import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { showDay, today } from '#web/ui/format.ts'
import { vouchers, type Voucher } from '../contract.ts'
import { messages } from '../rules.ts'

type Draft = { recipient: string; expiresOn: string | null }
const draftOf = ({ recipient, expiresOn }: Voucher): Draft => ({ recipient, expiresOn })

/** Whom a voucher was given to, and its last day while it was not redeemed or withdrawn. */
export default function VoucherDialog({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const [theirs, setTheirs] = useState<Voucher>()
  const isOpen = voucher.state === 'unused' || voucher.state === 'expired'
  const form = useForm<Draft>({
    initialValues: draftOf(voucher),
    validate: ({ expiresOn }) =>
      expiresOn !== null && expiresOn !== voucher.expiresOn && expiresOn < today()
        ? { expiresOn: messages.pastDay }
        : {},
  })
  const change = useSave(vouchers.change, {
    onDone: onClose,
    onFailure: (failure) => {
      const current = failure.current as Voucher | undefined
      if (current) setTheirs(current)
      else form.setErrors(failure.fields)
      return Boolean(current)
    },
  })
  const save = (draft: Draft, version: number) =>
    change.mutate({ params: { id: voucher.id }, body: { ...draft, version } })
  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        title={`Voucher …${voucher.hint}`}
        submit="Save"
        may={vouchers.change.may}
        isSaving={change.isPending}
        onSubmit={form.onSubmit((draft) => save(draft, voucher.version))}
      >
        <TextInput
          label="Recipient"
          description="Whom the company gave it to"
          maxLength={200}
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
      {theirs && (
        <StaleDialog<Draft>
          base={draftOf(voucher)}
          theirs={draftOf(theirs)}
          yours={form.values}
          labels={{ recipient: 'Recipient', expiresOn: 'Expiry date' }}
          show={(field, value) => (field === 'expiresOn' ? (value ? showDay(value) : 'None') : value || 'Nobody')}
          isSaving={change.isPending}
          onClose={() => setTheirs(undefined)}
          onSave={(draft) => save(draft, theirs.version)}
        />
      )}
    </>
  )
}
