import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { showPhone } from '#contract/phone.ts'
import { Pair } from '#web/form/Pair.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { account, type Account } from '../contract.ts'
import { NAME_LENGTH, profileErrors, type ProfileDraft } from '../rules.ts'

const LABELS = { firstName: 'First Name', lastName: 'Last Name', mobile: 'Phone Number' }

const toDraft = ({ firstName, lastName, mobile }: Account): ProfileDraft => ({
  firstName,
  lastName,
  mobile: showPhone(mobile ?? ''),
})

/** One's own name and phone number. */
export default function ProfileDialog({ edited, onClose }: { edited: Account; onClose: () => void }) {
  const profile = useRecordForm({
    draft: `account:${edited.id}`,
    record: edited,
    toDraft,
    rules: profileErrors,
    labels: LABELS,
    show: (_, value) => value,
    create: null,
    change: { call: account.save, args: (values, { version }) => ({ body: { ...values, version } }) },
    onDone: onClose,
  })
  const { form } = profile
  return (
    <FormDialog
      of={profile}
      title="Edit your profile"
      submit="Save"
      disabledReason={Object.values(profile.problems)[0]}
      onClose={onClose}
    >
      <Pair>
        <TextInput
          label={LABELS.firstName}
          maxLength={unitsOf(NAME_LENGTH)}
          autoComplete="given-name"
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={LABELS.lastName}
          maxLength={unitsOf(NAME_LENGTH)}
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
      </Pair>
      <TextInput
        label={LABELS.mobile}
        type="tel"
        maxLength={40}
        autoComplete="tel"
        placeholder="0803 123 4567"
        {...form.getInputProps('mobile')}
      />
    </FormDialog>
  )
}
