import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
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

const draftOf = ({ name, source, streams }: FeedKey): KeyDraft => ({ name, source, streams })
const NONE: KeyDraft = { name: '', source: '', streams: [] }

/** A new key, or the name and streams of one. Its source stays: the ids that it told are that source's. */
export default function KeyDialog({ edited, onMade, onClose }: Props) {
  const [theirs, setTheirs] = useState<FeedKey>()
  const form = useForm<KeyDraft>({
    initialValues: edited ? draftOf(edited) : NONE,
    // Not when a field is left: its message would move the button from under the finger that is on its way to it.
    validate: keyErrors,
  })
  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as FeedKey | undefined
    if (current && !current.revoked_at) setTheirs(current)
    else form.setErrors(failure.fields)
    return Boolean(current && !current.revoked_at)
  }
  const create = useSave(feed.createKey, {
    says: false,
    onFailure,
    onSuccess: ({ data }) => onMade(data),
    onDone: onClose,
  })
  const change = useSave(feed.changeKey, { onFailure, onDone: onClose })
  const save = ({ name, source, streams }: KeyDraft, version?: number) =>
    edited
      ? change.mutate({ params: { id: edited.id }, body: { name, streams, version } })
      : create.mutate({ body: { name, source, streams } })

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        size="lg"
        title={edited ? `Edit ${edited.name}` : 'New key'}
        cancel="Close"
        submit={edited ? 'Save' : 'Create key'}
        may={edited ? feed.changeKey.may : feed.createKey.may}
        isSaving={create.isPending || change.isPending}
        onSubmit={form.onSubmit((values) => save(values, edited?.version))}
      >
        <TextInput
          label="Name"
          description="The program that uses it"
          placeholder="Web shop"
          maxLength={NAME_LENGTH}
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
      </FormDialog>
      {edited && theirs && (
        <StaleDialog<KeyDraft>
          base={draftOf(edited)}
          theirs={draftOf(theirs)}
          yours={form.values}
          labels={LABELS}
          show={(field, value) =>
            field === 'streams'
              ? (value as KeyDraft['streams']).map((stream) => SCOPE_LABELS[stream].label).join(', ')
              : value
          }
          isSaving={change.isPending}
          onClose={() => setTheirs(undefined)}
          onSave={(values) => save(values, theirs.version)}
        />
      )}
    </>
  )
}
