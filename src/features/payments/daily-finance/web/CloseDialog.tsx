import { Textarea } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import type { Day } from '#contract/time.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { showDay } from '#web/ui/format.ts'
import { dayClose, type DayDetail } from '../close-contract.ts'
import { differencesIn, messages } from '../close-rules.ts'
import styles from './DailyFinance.module.css'

type Props = { of: DayDetail; day: Day; isClosed: boolean; onClose: () => void }

/** Closes a day with a note, or opens it again with a reason. */
export default function CloseDialog({ of: detail, day, isClosed, onClose }: Props) {
  const { openMismatches } = detail
  const differences = differencesIn(detail)
  const isNeeded = isClosed || differences.length > 0
  const form = useForm({
    initialValues: { text: '' },
    validate: ({ text }) => ({
      text: !isNeeded || text.trim() ? null : isClosed ? messages.reason : messages.explain(differences),
    }),
  })
  const close = useSave(dayClose.close, {
    onDone: onClose,
    onFailure: ({ fields }) => {
      if (fields.note) form.setErrors({ text: fields.note })
      return fields.note !== undefined
    },
  })
  const reopen = useSave(dayClose.reopen, { onDone: onClose })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title={isClosed ? `Reopen ${showDay(day)}` : `Close ${showDay(day)}`}
      submit={isClosed ? 'Reopen day' : 'Close day'}
      permission={dayClose.close.permission}
      isSaving={close.isPending || reopen.isPending}
      onSubmit={form.onSubmit(({ text }) =>
        isClosed
          ? reopen.mutate({ params: { day }, body: { reason: text } })
          : close.mutate({ params: { day }, body: { note: text } }),
      )}
    >
      {isClosed ? (
        <ReasonField maxLength={unitsOf(1000)} {...form.getInputProps('text')} />
      ) : (
        <>
          <p className={styles.text}>Saves the figures of this day. Later changes are listed as restatements.</p>
          {openMismatches > 0 && <p className={styles.text}>Open mismatches: {openMismatches}</p>}
          {differences.length > 0 && (
            <p className={styles.text}>
              <b>Differences:</b> {differences.join('; ')}
            </p>
          )}
          <Textarea
            label={isNeeded ? 'Note' : 'Note (optional)'}
            autosize
            minRows={3}
            maxLength={unitsOf(1000)}
            {...form.getInputProps('text')}
          />
        </>
      )}
    </FormDialog>
  )
}
