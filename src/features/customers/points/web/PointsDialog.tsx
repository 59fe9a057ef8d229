import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useForm } from '#web/form/useForm.ts'
import { isSuperadmin } from '#contract/permissions.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { points, type PointsMember } from '../contract.ts'
import { messages, pointsErrors, REASON_LENGTH, typedPoints, type PointsDraft } from '../rules.ts'
import { CustomerName } from './CustomerName.tsx'

const LABELS = {
  award: { title: 'Award Points', submit: 'Award points' },
  redeem: { title: 'Redeem Points', submit: 'Redeem points' },
}

type Props = { what: keyof typeof LABELS; member: PointsMember; onClose: () => void }

/** Award Points (operations 2, Points), and the other way: Redeem Points. */
export default function PointsDialog({ what, member, onClose }: Props) {
  const { pointsLimit, userType } = useMe()
  const labels = LABELS[what]
  const form = useForm<PointsDraft>({
    initialValues: { points: '', reason: '' },
    validate: (values) => pointsErrors(values, pointsLimit, what === 'redeem' ? member.available_points : undefined),
  })
  const save = useSave(points[what], {
    onDone: onClose,
    onApprovalRequested: onClose,
    onFailure: (failure: ApiFailure) => form.setErrors(failure.fields),
  })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title={labels.title}
      submit={labels.submit}
      permission={points[what].permission}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(({ points: amount, reason }) =>
        save.mutate({ params: { id: member.id }, body: { points: typedPoints(amount), reason } }),
      )}
    >
      <CustomerName member={member} />
      <TextInput
        label="Points amount"
        description={isSuperadmin(userType) || form.errors.points ? undefined : messages.overPointsLimit(pointsLimit)}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('points')}
      />
      <ReasonField
        description="Staff who can see this customer's points will see this reason"
        maxLength={unitsOf(REASON_LENGTH)}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
