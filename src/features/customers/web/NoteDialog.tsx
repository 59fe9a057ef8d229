import { Textarea } from '@mantine/core'
import type { TimelineEvent } from '#contract/timeline.ts'
import { RecordDialog } from '#web/form/RecordDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { customers } from '../contract.ts'
import { messages, NOTE_LENGTH } from '../rules.ts'
import { paths } from './paths.ts'

type Props = {
  /** The customer's. */
  id: number
  /** Without one, a note is added. */
  edited: TimelineEvent | undefined
  onClose: () => void
}

/** What staff note about a customer. */
export default function NoteDialog({ id, edited, onClose }: Props) {
  const note = useRecordForm({
    draft: `${paths.draft(id)}:note:${edited?.id ?? 'new'}`,
    record: edited && { text: edited.title, version: edited.note!.version },
    toDraft: ({ text }) => ({ text }),
    rules: ({ text }) => ({ text: text.trim() ? null : messages.noNote }),
    isQuiet: true,
    labels: { text: 'Note' },
    show: (_, value) => value,
    create: { call: customers.addNote, empty: { text: '' }, args: (body) => ({ params: { id }, body }) },
    change: {
      call: customers.editNote,
      args: ({ text }, { version }) => ({ params: { id, noteId: Number(edited!.id) }, body: { text, version } }),
    },
    onDone: onClose,
  })
  return (
    <RecordDialog
      of={note}
      onClose={onClose}
      title={edited ? 'Edit note' : 'Add note'}
      submit={edited ? 'Save' : 'Add note'}
    >
      <Textarea
        label="Note"
        description="Everybody who may see this customer can read it. It is part of the customer's data export."
        autosize
        minRows={4}
        maxRows={12}
        maxLength={NOTE_LENGTH}
        data-autofocus
        {...note.form.getInputProps('text')}
      />
    </RecordDialog>
  )
}
