import { PasswordInput } from '@mantine/core'
import { useForm } from '#web/form/useForm.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { account } from '../contract.ts'
import { passwordErrors, type PasswordDraft } from '../rules.ts'
import styles from './Account.module.css'

const NONE: PasswordDraft = { current: '', password: '', again: '' }

/** Another password for oneself. */
export default function PasswordDialog({ min, onClose }: { min: number; onClose: () => void }) {
  const form = useForm<PasswordDraft>({ initialValues: NONE, validate: passwordErrors(min), validateInputOnBlur: true })
  const save = useSave(account.changePassword, {
    onDone: onClose,
    onFailure: ({ fields }) => {
      form.setErrors(fields)
      return Object.keys(fields).length > 0
    },
  })
  return (
    <FormDialog
      title="Change your password"
      submit="Change password"
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      isSaving={save.isPending}
      disabledReason={Object.values(passwordErrors(min)(form.values))[0]}
      onRefused={() => void form.validate()}
      onSubmit={form.onSubmit(({ current, password }) => save.mutate({ body: { current, password } }))}
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
        description={`At least ${min} characters: a phrase of your own is best`}
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
      <p className={styles.more}>Your other sessions end when the password changes.</p>
    </FormDialog>
  )
}
