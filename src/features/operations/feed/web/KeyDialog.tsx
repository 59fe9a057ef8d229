import { Button, Checkbox, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { feed, type FeedKey } from '../contract.ts'
import { keyErrors, NAME_LENGTH, SCOPE_LABELS, SCOPES, type KeyDraft } from '../rules.ts'
import styles from './FeedKeys.module.css'

const LABELS = { name: 'Name', record_types: 'Streams' }

type Props = {
  /** Without one, a new key is made. */
  edited: FeedKey | undefined
  onMade: (made: { key: FeedKey; secret: string }) => void
  onClose: () => void
}

const toDraft = ({ name, source, record_types: recordTypes }: FeedKey): KeyDraft => ({
  name,
  source,
  record_types: recordTypes,
})
const NONE: KeyDraft = { name: '', source: '', record_types: [] }

/** A new key, or the name and streams of one. Its source stays: the ids that it reported are that source's. */
export default function KeyDialog({ edited, onMade, onClose }: Props) {
  const key = useRecordForm({
    draft: `feed-key:${edited?.id ?? 'new'}`,
    record: edited,
    toDraft,
    rules: keyErrors,
    skipsLeaveGuard: true,
    labels: LABELS,
    show: (field, value) =>
      field === 'record_types'
        ? (value as KeyDraft['record_types']).map((recordType) => SCOPE_LABELS[recordType].label).join(', ')
        : value,
    create: {
      call: feed.createKey,
      empty: NONE,
      args: (values) => ({ body: values }),
      says: false,
      onSuccess: ({ data }) => onMade(data),
    },
    change: {
      call: feed.changeKey,
      args: ({ name, record_types: recordTypes }, { record: { id }, version }) => ({
        params: { id },
        body: { name, record_types: recordTypes, version },
      }),
    },
    isRemoved: ({ revoked_at }) => revoked_at !== null,
    onDone: onClose,
  })
  const { form } = key

  return (
    <FormDialog
      of={key}
      onClose={onClose}
      size="lg"
      title={edited ? `Edit ${edited.name}` : 'New key'}
      cancel="Close"
      submit={edited ? 'Save' : 'Create key'}
    >
      <TextInput
        label="Name"
        description="The program that uses it"
        placeholder="Web shop"
        maxLength={unitsOf(NAME_LENGTH)}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Source"
        description={
          edited
            ? 'It cannot be changed: what was sent under it is known by it'
            : 'The system whose ids are sent. Use the same source when you replace a key.'
        }
        placeholder="web-shop"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={Boolean(edited)}
        {...form.getInputProps('source')}
      />
      <Checkbox.Group
        label="Streams"
        description="What it may send"
        {...form.getInputProps('record_types')}
        onChange={(recordTypes) => form.setFieldValue('record_types', recordTypes as KeyDraft['record_types'])}
      >
        <div className={styles.recordTypes}>
          {SCOPES.map((recordType) => (
            <Checkbox
              key={recordType}
              value={recordType}
              label={SCOPE_LABELS[recordType].label}
              description={SCOPE_LABELS[recordType].description}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Button
        variant="default"
        size="compact-sm"
        className={styles.all}
        onClick={() => form.setFieldValue('record_types', [...SCOPES])}
      >
        All streams
      </Button>
    </FormDialog>
  )
}
