import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { Act } from '#web/ui/Act.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { paymentLogs, type Mismatch } from '../contract.ts'
import { messages, MISMATCH_WORDS } from '../rules.ts'
import styles from './PaymentLogs.module.css'

type Props = { mismatch: Mismatch; onClose: () => void }

/** What was found out about a mismatch; a resolved one can be opened again, and its note stays. */
export default function ResolveDialog({ mismatch, onClose }: Props) {
  const [note, setNote] = useState(mismatch.note)
  const [error, setError] = useState<string>()
  const isResolving = mismatch.resolvedAt === null
  const save = useSave(paymentLogs.resolve, {
    onSuccess: onClose,
    onFailure: ({ fields }) => {
      setError(fields.note)
      return Boolean(fields.note)
    },
  })
  const send = () => {
    if (isResolving && !note.trim()) return setError(messages.note)
    save.mutate({ params: { id: mismatch.id }, body: { resolved: isResolving, note, version: mismatch.version } })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isResolving ? 'Resolve the mismatch' : 'Reopen the mismatch'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Act may={paymentLogs.resolve.may} loading={save.isPending} onClick={send}>
            {isResolving ? 'Resolve' : 'Reopen'}
          </Act>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.words}>
          {MISMATCH_WORDS[mismatch.kind]}: {mismatch.reference}
        </p>
        <Textarea
          label="Note"
          description="What was found out, for whoever asks later"
          autosize
          minRows={3}
          maxLength={1000}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value)
            setError(undefined)
          }}
          error={error}
        />
      </div>
    </Dialog>
  )
}
