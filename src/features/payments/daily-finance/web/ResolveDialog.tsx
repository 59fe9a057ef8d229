import { Textarea } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useForm } from '#web/form/useForm.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { reconciliation } from '../reconciliation-contract.ts'
import type { Mismatch } from '#features/payments/payment-logs/contract.ts'
import { messages } from '../reconciliation-rules.ts'
import { MismatchFacts } from './MismatchFacts.tsx'

type Props = { mismatch: Mismatch; onClose: () => void }

/** What was found out about a mismatch; a resolved one can be opened again, and its note stays. */
export default function ResolveDialog({ mismatch, onClose }: Props) {
  const isResolving = mismatch.resolvedAt === null
  const form = useForm({
    initialValues: { note: mismatch.note },
    validate: ({ note }) => ({ note: isResolving && !note.trim() ? messages.note : null }),
  })
  const save = useSave(reconciliation.resolve, {
    onDone: onClose,
    onFailure: (failure: ApiFailure) => {
      form.setErrors(failure.fields)
      return Boolean(failure.fields.note)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title={isResolving ? 'Resolve the mismatch' : 'Reopen the mismatch'}
      submit={isResolving ? 'Resolve' : 'Reopen'}
      permission={reconciliation.resolve.permission}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(({ note }) =>
        save.mutate({ params: { id: mismatch.id }, body: { resolved: isResolving, note, version: mismatch.version } }),
      )}
    >
      <MismatchFacts of={mismatch} />
      <Textarea
        label="Note"
        description="What was found out, for whoever asks later"
        autosize
        minRows={3}
        maxLength={unitsOf(1000)}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
