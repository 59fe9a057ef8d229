import { PasswordInput } from '@mantine/core'
import { useActionForm } from '#web/form/useActionForm.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { account } from '../contract.ts'
import { passwordErrors, type PasswordDraft } from '../rules.ts'
import styles from './Account.module.css'

const NONE: PasswordDraft = { current: '', password: '', again: '' }

/** Another password for oneself. */
export default function PasswordDialog({ min, onClose }: { min: number; onClose: () => void }) {
  const action = useActionForm(account.changePassword, {
    initial: NONE,
    rules: passwordErrors(min),
    checksOnBlur: true,
    args: ({ current, password }) => ({ body: { current, password } }),
    onClose,
    onFailure: ({ fields }) => Object.keys(fields).length > 0,
  })
  const { form } = action
  return (
    <FormDialog
      of={action}
      title="Change your password"
      submit="Change password"
      onClose={onClose}
      disabledReason={Object.values(passwordErrors(min)(form.values))[0]}
      onRefused={() => void form.validate()}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('current')}
      />
      <PasswordInput
        label="New password"
        description={`At least ${min} characters. A phrase of your own is best.`}
        autoComplete="new-password"
        maxLength={200}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        maxLength={200}
        {...form.getInputProps('again')}
      />
      <p className={styles.more}>You will be signed out on your other devices</p>
    </FormDialog>
  )
}
