import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSave } from '#web/api/queries.ts'
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { Act } from '#web/ui/Act.tsx'
import { Card } from '#web/ui/Card.tsx'
import { account } from '../contract.ts'
import { passwordErrors, type PasswordDraft } from '../rules.ts'
import styles from './Account.module.css'

const NONE: PasswordDraft = { current: '', password: '', again: '' }

/** Another password for oneself. */
export function PasswordCard() {
  const form = useForm<PasswordDraft>({ initialValues: NONE, validate: passwordErrors, validateInputOnBlur: true })
  const save = useSave(account.changePassword, {
    onSuccess: () => form.reset(),
    onFailure: ({ fields }) => {
      form.setErrors(fields)
      return Object.keys(fields).length > 0
    },
  })
  const problem = Object.values(passwordErrors(form.values))[0]
  return (
    <Card title="Password">
      <LeaveGuard when={form.isDirty()} onDiscard={() => form.reset()} />
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(({ current, password }) => save.mutate({ body: { current, password } }))}
      >
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          maxLength={200}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label="New password"
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
        <div className={styles.foot}>
          <Act
            type="submit"
            loading={save.isPending}
            disabledReason={problem}
            onRefused={() => void form.validate()}
          >
            Change password
          </Act>
        </div>
      </form>
    </Card>
  )
}
