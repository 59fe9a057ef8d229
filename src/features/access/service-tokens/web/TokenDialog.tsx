import { Input, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useForm } from '#web/form/useForm.ts'
import { RolePicker } from '#features/access/admins/web/RolePicker.tsx'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
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
  const form = useForm<TokenDraft>({ initialValues: NONE, validate: tokenErrors })
  const save = useSave(serviceTokens.create, {
    says: false,
    onSuccess: ({ data }) => onMade(data),
    onDone: onClose,
    onApprovalRequested: onClose,
    onFailure: ({ fields }) => {
      form.setErrors(fields)
      return Object.keys(fields).length > 0
    },
  })
  const send = ({ name, roleId, days }: TokenDraft) =>
    save.mutate({ body: { name, roleId: Number(roleId), days: Number(days) as (typeof DAYS)[number] } })

  return (
    <FormDialog
      title="New token"
      cancel="Close"
      submit="Create token"
      permission={serviceTokens.create.permission}
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(send)}
    >
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
        description="What it may see and change. What takes a superadmin, no token may do."
        value={form.values.roleId}
        onChange={(id) => form.setFieldValue('roleId', id)}
        error={form.errors.roleId}
      />
      <Input.Wrapper label="Lasts" labelElement="div">
        <Segmented
          label="Lasts"
          isWide
          options={DAYS.map((days) => ({ value: String(days), label: DAYS_LABELS[days] }))}
          value={form.values.days}
          onChange={(days) => form.setFieldValue('days', days)}
        />
      </Input.Wrapper>
    </FormDialog>
  )
}
