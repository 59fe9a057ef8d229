import { unitsOf } from '#contract/characters.ts'
import { showCount } from '#contract/counted.ts'
import { POINTS_LIMIT } from '#contract/permissions.ts'
import { Select, TextInput } from '@mantine/core'
import type { Input } from '#contract/endpoint.ts'
import { typedPoints } from '#features/customers/points/rules.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showDay } from '#web/ui/format.ts'
import { roles, type Role } from '../role-contract.ts'
import { describePermissions, messages, ROLE_NAME_LENGTH, roleErrors, type RoleDraft } from '../role-rules.ts'
import { Matrix } from './Matrix.tsx'
import styles from './Roles.module.css'

const LABELS = {
  name: 'Name',
  permissions: 'Permissions',
  pointsLimit: 'Points limit',
  factor: 'Two-factor authentication',
  twoFactorFrom: 'Required from',
}
const FACTOR = { not: 'Not required', from: 'Required from …' }
const NONE: RoleDraft = {
  name: '',
  permissions: [],
  pointsLimit: showCount(POINTS_LIMIT),
  factor: 'not',
  twoFactorFrom: '',
}
const toDraft = ({ name, permissions = [], pointsLimit, twoFactorFrom }: Role): RoleDraft => ({
  name,
  permissions,
  pointsLimit: showCount(pointsLimit),
  factor: twoFactorFrom ? 'from' : 'not',
  twoFactorFrom: twoFactorFrom ?? '',
})

/** The form's list is of text: what was chosen in it stands in the matrix. */
const toBody = ({ name, permissions, pointsLimit, factor, twoFactorFrom }: RoleDraft) => ({
  name,
  permissions: permissions as Input<typeof roles.create.body>['permissions'],
  pointsLimit: typedPoints(pointsLimit),
  twoFactorFrom: factor === 'from' ? twoFactorFrom : null,
})

const DISPLAY: Partial<Record<keyof RoleDraft, (value: never) => string>> = {
  permissions: describePermissions,
  factor: (value: RoleDraft['factor']) => FACTOR[value],
  twoFactorFrom: (day: string) => day && showDay(day),
}

type Props = {
  /** Without one, a role is made. */
  edited: Role | undefined
  onClose: () => void
}

/** A role: its name, and what it allows area by area. */
export default function RoleDialog({ edited: opened, onClose }: Props) {
  const role = useRecordForm({
    draft: `role:${opened?.id ?? 'new'}`,
    record: opened,
    toDraft,
    rules: roleErrors,
    labels: LABELS,
    show: (field, value) => (DISPLAY[field] ?? String)(value as never),
    create: { call: roles.create, empty: NONE, args: (values) => ({ body: toBody(values) }) },
    change: {
      call: roles.change,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...toBody(values), version } }),
    },
    onDone: onClose,
    onApprovalRequested: onClose,
  })
  const { form, record: edited } = role

  return (
    <FormDialog
      of={role}
      onClose={onClose}
      size="lg"
      title={edited ? `Edit ${edited.name}` : 'New role'}
      cancel="Close"
      submit={edited ? 'Save' : 'Create role'}
    >
      <Pair>
        <TextInput
          label={LABELS.name}
          maxLength={unitsOf(ROLE_NAME_LENGTH)}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={LABELS.pointsLimit}
          description="Points to award, redeem or reverse in 24 hours"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('pointsLimit')}
        />
      </Pair>
      <Pair>
        <Select
          label={LABELS.factor}
          description="A passkey or an authenticator app"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={Object.entries(FACTOR).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('factor')}
        />
        {form.values.factor === 'from' && (
          <DayInput
            label={LABELS.twoFactorFrom}
            {...form.getInputProps('twoFactorFrom')}
            onChange={(day) => form.setFieldValue('twoFactorFrom', day ?? '')}
          />
        )}
      </Pair>
      {edited?.isDefault && <p className={styles.note}>{messages.defaultKeeps}</p>}
      <Matrix
        chosen={form.values.permissions}
        isFixed={edited?.isDefault ?? false}
        onChange={(permissions) => form.setFieldValue('permissions', permissions)}
      />
    </FormDialog>
  )
}
