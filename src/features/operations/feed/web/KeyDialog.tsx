import { Button, Checkbox, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { feed, type FeedKey } from '../contract.ts'
import { keyErrors, NAME_LENGTH, SCOPE_LABELS, SCOPES, type KeyDraft } from '../rules.ts'
import styles from './FeedKeys.module.css'

const LABELS = { name: 'Name', record_types: 'Record types' }

type Props = {
  /** Undefined: creates a key. */
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

/** Creates a key, or edits its name and record types. The source is fixed, because it owns the ids already sent. */
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
            ? 'Cannot be changed: existing records use it'
            : 'The system that assigns the record IDs. Keep the same source when you replace a key.'
        }
        placeholder="web-shop"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={Boolean(edited)}
        {...form.getInputProps('source')}
      />
      <Checkbox.Group
        label="Record types"
        description="Data it can send"
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
        All record types
      </Button>
    </FormDialog>
  )
}
