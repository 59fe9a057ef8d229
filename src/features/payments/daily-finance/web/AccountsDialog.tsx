import { TextInput } from '@mantine/core'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { SettingDialog } from '#web/form/SettingDialog.tsx'
import { dayClose } from '../close-contract.ts'
import { ACCOUNT_IDS, ACCOUNTS, messages, type Chart } from '../close-rules.ts'

const TITLE = 'Journal account codes'

/** The accountant's code for each line of the journal. */
export default function AccountsDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingDialog row={dayClose.accounts} title={TITLE} onClose={onClose}>
      {({ chart }) => <Fields chart={chart} onClose={onClose} />}
    </SettingDialog>
  )
}

function Fields({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const action = useActionForm(dayClose.setAccounts, {
    initial: chart,
    rules: (values) => Object.fromEntries(ACCOUNT_IDS.map((id) => [id, values[id].trim() ? null : messages.code])),
    args: (values) => ({ body: { chart: values } }),
    onClose,
  })
  return (
    <FormDialog of={action} onClose={onClose} title={TITLE} submit="Save">
      {ACCOUNT_IDS.map((id) => (
        <TextInput
          key={id}
          label={ACCOUNTS[id].label}
          maxLength={20}
          autoComplete="off"
          {...action.form.getInputProps(id)}
        />
      ))}
    </FormDialog>
  )
}
