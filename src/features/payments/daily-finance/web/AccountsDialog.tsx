import { TextInput } from '@mantine/core'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { SettingDialog } from '#web/form/SettingDialog.tsx'
import { useForm } from '#web/form/useForm.ts'
import { dayClose } from '../close-contract.ts'
import { ACCOUNT_IDS, ACCOUNTS, messages, type Chart } from '../close-rules.ts'

const TITLE = 'Accounts of the journal'

/** The accountant's code for each line of the journal. */
export default function AccountsDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingDialog row={dayClose.accounts} title={TITLE} onClose={onClose}>
      {({ chart }) => <Fields chart={chart} onClose={onClose} />}
    </SettingDialog>
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
      permission={dayClose.setAccounts.permission}
      isSaving={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate({ body: { chart: values } }))}
    >
      {ACCOUNT_IDS.map((id) => (
        <TextInput key={id} label={ACCOUNTS[id].label} maxLength={20} autoComplete="off" {...form.getInputProps(id)} />
      ))}
    </FormDialog>
  )
}
