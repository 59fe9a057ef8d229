import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Act } from '#web/ui/Act.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import { points, type PointsMember } from '../contract.ts'
import { pointsErrors, REASON_LENGTH, type PointsDraft } from '../rules.ts'
import styles from './Points.module.css'
import { Who } from './Who.tsx'

const FORM = 'points'
const WORDS = {
  award: { title: 'Award Points', act: 'Award points' },
  redeem: { title: 'Redeem Points', act: 'Redeem points' },
}

type Props = { what: keyof typeof WORDS; member: PointsMember; onClose: () => void }

/** Award Points (operations 2, Points), and the other way: Redeem Points. */
export default function PointsDialog({ what, member, onClose }: Props) {
  const words = WORDS[what]
  const form = useForm<PointsDraft>({
    initialValues: { points: '', reason: '' },
    validate: (values) => pointsErrors(values, what === 'redeem' ? member.available_points : undefined),
  })
  const save = useSave(points[what], {
    onSuccess: onClose,
    onFailure: (failure: ApiFailure) => form.setErrors(failure.fields),
  })
  const guard = guardWhen(() => form.isDirty())
  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      title={words.title}
      footer={
        <>
          <Button variant="default" onClick={() => void closing(onClose, guard)()}>
            Cancel
          </Button>
          <Act type="submit" form={FORM} may={points[what].may} loading={save.isPending}>
            {words.act}
          </Act>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className={styles.form}
        onSubmit={form.onSubmit(({ points: amount, reason }) =>
          save.mutate({ params: { id: member.id }, body: { points: Number(amount), reason } }),
        )}
      >
        <Who member={member} />
        <TextInput
          label="Points amount"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('points')}
        />
        <Textarea
          label="Reason"
          description="It stands in the history for all who look after this customer"
          autosize
          minRows={2}
          maxLength={REASON_LENGTH}
          {...form.getInputProps('reason')}
        />
      </form>
    </Dialog>
  )
}
