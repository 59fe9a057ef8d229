import { TextInput } from '@mantine/core'
import { useRead, useSave } from '#web/api/queries.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { useForm } from '#web/form/useForm.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dayClose } from '../contract.ts'
import { ACCOUNT_IDS, ACCOUNTS, messages, type Chart } from '../rules.ts'

const TITLE = 'Accounts of the journal'

/** The accountant's code for each line of the journal. */
export default function AccountsDialog({ onClose }: { onClose: () => void }) {
  const reading = useRead(dayClose.accounts, {}, { gcTime: 0 })
  if (reading.data) return <Fields chart={reading.data.chart} onClose={onClose} />
  return (
    <Dialog opened title={TITLE} onClose={onClose}>
      {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
    </Dialog>
  )
}

function Fields({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const form = useForm({
    initialValues: chart,
    validate: (values) => Object.fromEntries(ACCOUNT_IDS.map((id) => [id, values[id].trim() ? null : messages.code])),
  })
  const save = useSave(dayClose.setAccounts, { onDone: onClose })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title={TITLE}
      submit="Save"
      may={dayClose.setAccounts.may}
      isSaving={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate({ body: { chart: values } }))}
    >
      {ACCOUNT_IDS.map((id) => (
        <TextInput key={id} label={ACCOUNTS[id].label} maxLength={20} autoComplete="off" {...form.getInputProps(id)} />
      ))}
    </FormDialog>
  )
}
