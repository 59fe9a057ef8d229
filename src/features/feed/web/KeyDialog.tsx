import { Button, Checkbox, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { RecordDialog } from '#web/form/RecordDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { feed, type FeedKey } from '../contract.ts'
import { keyErrors, NAME_LENGTH, SCOPE_LABELS, SCOPES, type KeyDraft } from '../rules.ts'
import styles from './FeedKeys.module.css'

const LABELS = { name: 'Name', streams: 'Streams' }

type Props = {
  /** Without one, a new key is made. */
  edited: FeedKey | undefined
  onMade: (made: { key: FeedKey; secret: string }) => void
  onClose: () => void
}

const toDraft = ({ name, source, streams }: FeedKey): KeyDraft => ({ name, source, streams })
const NONE: KeyDraft = { name: '', source: '', streams: [] }

/** A new key, or the name and streams of one. Its source stays: the ids that it reported are that source's. */
export default function KeyDialog({ edited, onMade, onClose }: Props) {
  const key = useRecordForm({
    draft: `feed-key:${edited?.id ?? 'new'}`,
    record: edited,
    toDraft,
    rules: keyErrors,
    isQuiet: true,
    labels: LABELS,
    show: (field, value) =>
      field === 'streams'
        ? (value as KeyDraft['streams']).map((stream) => SCOPE_LABELS[stream].label).join(', ')
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
      args: ({ name, streams }, { record: { id }, version }) => ({ params: { id }, body: { name, streams, version } }),
    },
    isGone: ({ revoked_at }) => revoked_at !== null,
    onDone: onClose,
  })
  const { form } = key

  return (
    <RecordDialog
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
        {...form.getInputProps('streams')}
        onChange={(streams) => form.setFieldValue('streams', streams as KeyDraft['streams'])}
      >
        <div className={styles.streams}>
          {SCOPES.map((stream) => (
            <Checkbox
              key={stream}
              value={stream}
              label={SCOPE_LABELS[stream].label}
              description={SCOPE_LABELS[stream].tells}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Button
        variant="default"
        size="compact-sm"
        className={styles.all}
        onClick={() => form.setFieldValue('streams', [...SCOPES])}
      >
        All streams
      </Button>
    </RecordDialog>
  )
}
