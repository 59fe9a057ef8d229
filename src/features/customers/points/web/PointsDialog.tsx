import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { isSuperadmin } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
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
  const action = useActionForm(points[what], {
    initial: { points: '', reason: '' } as PointsDraft,
    rules: (values) => pointsErrors(values, pointsLimit, what === 'redeem' ? member.available_points : undefined),
    args: ({ points: amount, reason }) => ({
      params: { id: member.id },
      body: { points: typedPoints(amount), reason },
    }),
    onClose,
  })
  return (
    <FormDialog of={action} onClose={onClose} title={labels.title} submit={labels.submit}>
      <CustomerName member={member} />
      <TextInput
        label="Points amount"
        description={
          isSuperadmin(userType) || action.form.errors.points ? undefined : messages.overPointsLimit(pointsLimit)
        }
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...action.form.getInputProps('points')}
      />
      <ReasonField
        description="Staff who can see this customer's points will see this reason"
        maxLength={unitsOf(REASON_LENGTH)}
        {...action.form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
