import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { counted } from '#contract/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { focusWrong } from '#web/form/focus-field.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { Select } from '#web/form/Select.tsx'
import { useForm } from '#web/form/useForm.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import type { LeaveGuard } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { feed } from '../contract.ts'
import {
  CORRECTABLE,
  CORRECTION_LABELS,
  isValidated,
  RECORD_NOUNS,
  messages,
  NOTE_LENGTH,
  SCOPE_LABELS,
  type CorrectableRecordType,
} from '../rules.ts'
import { Actions, Decision, DECISION, useDecision } from './Decision.tsx'
import styles from './FeedKeys.module.css'
import {
  RecordEditor,
  recordErrors,
  RecordFacts,
  recordFrom,
  recordProblems,
  recordValues,
  type RecordValues,
} from './RecordEditor.tsx'
import { CORRECTION_TONES } from './tones.ts'

type Named = { record_type: CorrectableRecordType; source: string; external_id: string }
type Found = Output<typeof feed.counted.reply>
type Props = {
  /** Undefined until a record is chosen. */
  line: Named | undefined
  sources: readonly string[]
  onFind: (line: Named) => void
  onClose: () => void
}

/** Shows an included record with its corrections, and voids, corrects or reinstates it. */
export default function CountedDrawer({ line, sources, onFind, onClose }: Props) {
  const [isDirty, setDirty] = useState(false)
  const guard = guardWhen(() => isDirty)
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={line ? `${RECORD_NOUNS[line.record_type]} ${line.external_id}` : 'Void or correct a record'}
      size="xl"
      guard={guard}
    >
      {line ? (
        <Detail of={line} guard={guard} onDirty={setDirty} onDone={onClose} />
      ) : (
        <Find sources={sources} onFind={onFind} onCancel={onClose} />
      )}
    </SideDrawer>
  )
}

type FindProps = Pick<Props, 'sources' | 'onFind'> & { onCancel: () => void }

function Find({ sources, onFind, onCancel }: FindProps) {
  const form = useForm<Named>({
    initialValues: { record_type: 'purchases', source: sources.length === 1 ? sources[0]! : '', external_id: '' },
    validate: ({ source, external_id: id }) => ({
      source: source ? null : messages.noSource,
      external_id: id.trim() ? null : messages.noId,
    }),
  })
  return (
    <Decision
      submit="Find"
      permission={feed.counted.permission}
      isSaving={false}
      onCancel={onCancel}
      onSubmit={form.onSubmit(onFind)}
    >
      <Select
        label="Record type"
        data={CORRECTABLE.map((value) => ({ value, label: SCOPE_LABELS[value].label }))}
        allowDeselect={false}
        {...form.getInputProps('record_type')}
      />
      <Select
        label="Source"
        placeholder="Choose the sender"
        data={[...sources]}
        required
        {...form.getInputProps('source')}
      />
      <TextInput
        label="ID"
        description="The sender’s ID of the record. For a purchase, this is its booking ID."
        required
        {...form.getInputProps('external_id')}
      />
    </Decision>
  )
}

type Part = 'void' | 'correct'

type DetailProps = { of: Named; guard: LeaveGuard; onDirty: (is: boolean) => void; onDone: () => void }

function Detail({ of, guard, onDirty, onDone }: DetailProps) {
  const reading = useRead(feed.counted, { query: of })
  const { part, open, close } = useDecision<Part>(guard, onDirty)
  const found = reading.data
  if (!found)
    return reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={320} />
  return (
    <div className={styles.detail}>
      <p className={styles.reason}>
        <StatusPill tone={found.is_voided ? 'neutral' : 'good'}>{found.is_voided ? 'Voided' : 'Included'}</StatusPill>
        {found.reason && <span>{found.reason}</span>}
      </p>
      <Facts>
        <Fact label="Record type">{SCOPE_LABELS[of.record_type].label}</Fact>
        <Fact label="Source">{of.source}</Fact>
        {found.amount !== null && <Fact label="Amount">{showNaira(found.amount)}</Fact>}
        {found.refunds > 0 && <Fact label="Refunds">{counted(found.refunds, 'refund')}</Fact>}
      </Facts>
      {part ? (
        <Change key={part} of={of} found={found} part={part} onDirty={onDirty} onCancel={close} onDone={onDone} />
      ) : (
        <>
          <section>
            <h3 className={styles.part}>{found.is_voided ? 'Values before it was voided' : 'Current values'}</h3>
            <RecordFacts record_type={of.record_type} line={found.line} />
          </section>
          <Actions>
            <ActionButton
              permission={feed.amend.permission}
              disabledReason={found.reason ?? undefined}
              onClick={() => open('correct')}
            >
              {found.is_voided ? 'Reinstate' : 'Correct'}
            </ActionButton>
            {!found.is_voided && (
              <ActionButton
                variant="default"
                color="red"
                permission={feed.amend.permission}
                disabledReason={found.reason ?? (found.refunds > 0 ? messages.hasRefunds : undefined)}
                onClick={() => open('void')}
              >
                Void
              </ActionButton>
            )}
          </Actions>
        </>
      )}
      {found.corrections.length > 0 && (
        <section>
          <h3 className={styles.part}>History</h3>
          {found.corrections.map(({ id, kind, reason, by, at }) => (
            <p key={id} className={styles.reason}>
              <StatusPill tone={CORRECTION_TONES[kind]}>{CORRECTION_LABELS[kind]}</StatusPill>
              <span>{reason}</span>
              <span className={styles.faint}>{`${by}, ${showInstant(at)}`}</span>
            </p>
          ))}
        </section>
      )}
    </div>
  )
}

type ChangeProps = {
  of: Named
  found: Found
  part: Part
  onDirty: (is: boolean) => void
  onCancel: () => void
  onDone: () => void
}

function Change({ of, found, part, onDirty, onCancel, onDone }: ChangeProps) {
  const form = useForm<RecordValues & { reason: string; released: boolean }>({
    initialValues: { ...recordValues(of.record_type, found.line), reason: '', released: false },
    validate: (values) => ({
      ...(part === 'correct' && recordProblems(of.record_type, values)),
      reason: values.reason.trim() ? null : messages.noNote,
    }),
  })
  const save = useSave(feed.amend, {
    onDone: () => {
      onDirty(false)
      onDone()
    },
    onFailure: ({ fields }) => {
      const errors = recordErrors(of.record_type, form.getValues(), fields)
      form.setErrors({ ...fields, ...errors })
      focusWrong(DECISION)
      return errors !== undefined || 'reason' in fields
    },
  })
  const word = part === 'void' ? 'Void' : found.is_voided ? 'Reinstate' : 'Save correction'
  return (
    <Decision
      submit={word}
      {...(part === 'void' && { color: 'red' })}
      permission={feed.amend.permission}
      isSaving={save.isPending}
      onCancel={onCancel}
      onChange={() => onDirty(true)}
      onSubmit={form.onSubmit(({ reason, released, ...values }) =>
        save.mutate({
          body: { ...of, reason, ...(part === 'correct' && { line: recordFrom(of.record_type, values), released }) },
        }),
      )}
    >
      {part === 'correct' && (
        <>
          <RecordEditor record_type={of.record_type} form={form} onDirty={() => onDirty(true)} />
          {isValidated(of.record_type) && (
            <Checkbox
              label="Accept it even though the amount, quantity, cinema or movie is unusual"
              {...form.getInputProps('released', { type: 'checkbox' })}
            />
          )}
        </>
      )}
      <ReasonField
        description={
          part === 'void'
            ? 'Removed from reports, logs and the payment. If the sender sends the record again, it is rejected with this reason.'
            : 'Saved with the record and in the audit log'
        }
        maxLength={unitsOf(NOTE_LENGTH)}
        {...form.getInputProps('reason')}
      />
    </Decision>
  )
}
