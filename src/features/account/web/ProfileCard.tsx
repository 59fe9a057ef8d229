import { TextInput } from '@mantine/core'
import { showPhone } from '#contract/phone.ts'
import { Pair } from '#web/form/Pair.tsx'
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { Act } from '#web/ui/Act.tsx'
import { Card } from '#web/ui/Card.tsx'
import { account, type Account } from '../contract.ts'
import { NAME_LENGTH, profileErrors, type ProfileDraft } from '../rules.ts'
import styles from './Account.module.css'

const LABELS = { firstName: 'First Name', lastName: 'Last Name', mobile: 'Phone Number' }

const toDraft = ({ firstName, lastName, mobile }: Account): ProfileDraft => ({
  firstName,
  lastName,
  mobile: showPhone(mobile ?? ''),
})

/** One's own name and phone number. */
export function ProfileCard({ mine }: { mine: Account }) {
  const profile = useRecordForm({
    draft: `account:${mine.id}`,
    record: mine,
    toDraft,
    rules: profileErrors,
    labels: LABELS,
    show: (_, value) => value,
    create: null,
    change: { call: account.save, args: (values, { version }) => ({ body: { ...values, version } }) },
    onDone: 'stays',
  })
  const { form } = profile
  return (
    <Card title="Profile">
      <LeaveGuard when={profile.isHeld} onDiscard={profile.discard} />
      {profile.notice}
      <form className={styles.form} noValidate onSubmit={profile.submit}>
        <Pair>
          <TextInput
            label={LABELS.firstName}
            maxLength={NAME_LENGTH}
            autoComplete="given-name"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={LABELS.lastName}
            maxLength={NAME_LENGTH}
            autoComplete="family-name"
            {...form.getInputProps('lastName')}
          />
        </Pair>
        <Pair>
          <TextInput
            label={LABELS.mobile}
            type="tel"
            maxLength={40}
            autoComplete="tel"
            placeholder="0803 123 4567"
            {...form.getInputProps('mobile')}
          />
          <TextInput
            label="Email"
            value={mine.email}
            readOnly
            description="A superadmin changes it"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </Pair>
        <div className={styles.foot}>
          <Act
            type="submit"
            loading={profile.isSaving}
            disabledReason={Object.values(profile.problems)[0] ?? (form.isDirty() ? undefined : 'Nothing has changed')}
          >
            Save changes
          </Act>
        </div>
      </form>
      {profile.stale}
    </Card>
  )
}
