import { Textarea } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import type { TimelineEvent } from '#contract/timeline.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import type { CustomerOrGuest } from '../contract.ts'
import { messages, NOTE_LENGTH } from '../rules.ts'
import { notesOf } from './guest-calls.ts'

type Props = {
  whose: CustomerOrGuest
  /** Note to edit; undefined: a new note. */
  edited: TimelineEvent | undefined
  onClose: () => void
}

/** Note by staff about a customer or a guest. */
export default function NoteDialog({ whose, edited, onClose }: Props) {
  const { calls, params, draft } = notesOf(whose)
  const note = useRecordForm({
    draft: `${draft}:note:${edited?.id ?? 'new'}`,
    record: edited && { text: edited.title, version: edited.note!.version },
    toDraft: ({ text }) => ({ text }),
    rules: ({ text }) => ({ text: text.trim() ? null : messages.noNote }),
    skipsLeaveGuard: true,
    labels: { text: 'Note' },
    show: (_, value) => value,
    create: { call: calls.add, empty: { text: '' }, args: (body) => ({ params, body }) },
    change: {
      call: calls.edit,
      args: ({ text }, { version }) => ({ params: { ...params, noteId: Number(edited!.id) }, body: { text, version } }),
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      of={note}
      onClose={onClose}
      title={edited ? 'Edit note' : 'Add note'}
      submit={edited ? 'Save' : 'Add note'}
    >
      <Textarea
        label="Note"
        description={`Visible to all staff who can see this ${'id' in whose ? 'customer' : 'guest'}. Included in their data export.`}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={unitsOf(NOTE_LENGTH)}
        data-autofocus
        {...note.form.getInputProps('text')}
      />
    </FormDialog>
  )
}
