import { Textarea } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { reconciliation } from '../reconciliation-contract.ts'
import type { Mismatch } from '#features/payments/payment-logs/contract.ts'
import { messages } from '../reconciliation-rules.ts'
import { MismatchFacts } from './MismatchFacts.tsx'

type Props = { mismatch: Mismatch; onClose: () => void }

/** What was found out about a mismatch; a resolved one can be opened again, and its note stays. */
export default function ResolveDialog({ mismatch, onClose }: Props) {
  const isResolving = mismatch.resolvedAt === null
  const action = useActionForm(reconciliation.resolve, {
    initial: { note: mismatch.note },
    rules: ({ note }) => ({ note: isResolving && !note.trim() ? messages.note : null }),
    args: ({ note }) => ({
      params: { id: mismatch.id },
      body: { resolved: isResolving, note, version: mismatch.version },
    }),
    onClose,
    onFailure: ({ fields }) => Boolean(fields.note),
  })
  return (
    <FormDialog
      of={action}
      onClose={onClose}
      title={isResolving ? 'Resolve mismatch' : 'Reopen mismatch'}
      submit={isResolving ? 'Resolve mismatch' : 'Reopen mismatch'}
    >
      <MismatchFacts of={mismatch} />
      <Textarea
        label="Note"
        description="Explain what you found"
        autosize
        minRows={3}
        maxLength={unitsOf(1000)}
        {...action.form.getInputProps('note')}
      />
    </FormDialog>
  )
}
