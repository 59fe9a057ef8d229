import { Input, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useActionForm } from '#web/form/useActionForm.ts'
import { RolePicker } from '#features/access/admins/web/RolePicker.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { serviceTokens, type ServiceToken } from '../contract.ts'
import { DAYS, DAYS_LABELS, NAME_LENGTH, tokenErrors, type TokenDraft } from '../rules.ts'

type Props = {
  onMade: (made: { token: ServiceToken; secret: string }) => void
  onClose: () => void
}

const NONE: TokenDraft = { name: '', roleId: '', days: '90' }

/** A new service token. It is not changed later: another role or end takes another token. */
export default function TokenDialog({ onMade, onClose }: Props) {
  const action = useActionForm(serviceTokens.create, {
    initial: NONE,
    rules: tokenErrors,
    args: ({ name, roleId, days }) => ({
      body: { name, roleId: Number(roleId), days: Number(days) as (typeof DAYS)[number] },
    }),
    says: false,
    onSuccess: ({ data }) => onMade(data),
    onClose,
    onFailure: ({ fields }) => Object.keys(fields).length > 0,
  })
  const { form } = action

  return (
    <FormDialog of={action} title="New token" cancel="Close" submit="Create token" onClose={onClose}>
      <TextInput
        label="Name"
        description="The program that uses it"
        placeholder="Accounting"
        maxLength={unitsOf(NAME_LENGTH)}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <RolePicker
        label="Role"
        description="What the token can view and manage. Superadmin-only actions are never allowed."
        value={form.values.roleId}
        onChange={(id) => form.setFieldValue('roleId', id)}
        error={form.errors.roleId}
      />
      <Input.Wrapper label="Expires after" labelElement="div">
        <Segmented
          label="Expires after"
          isWide
          options={DAYS.map((days) => ({ value: String(days), label: DAYS_LABELS[days] }))}
          value={form.values.days}
          onChange={(days) => form.setFieldValue('days', days)}
        />
      </Input.Wrapper>
    </FormDialog>
  )
}
