import { Link } from '@tanstack/react-router'
import { useState, type ChangeEvent, type ReactNode } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { counted } from '#contract/counted.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { focusWrong } from '#web/form/focus-field.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showMoney } from '#features/payments/payment-logs/rules.ts'
import { showInstant, showNaira } from '#web/ui/format.ts'
import type { LeaveGuard } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { feed, type QuarantinedRecordDetail } from '../contract.ts'
import {
  VALIDATION_RULE_LABELS,
  QUARANTINE_LABELS,
  RECORD_NOUNS,
  messages,
  NOTE_LENGTH,
  SCOPE_LABELS,
  releaseBlockedReason,
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
import { paths } from './paths.ts'
import { QUARANTINE_TONES } from './tones.ts'

type Props = { id: number; onClose: () => void }

/** Shows a quarantined record: the reason, the original data, what is stored under its id, and the decisions. */
export default function QuarantinedRecordDrawer({ id, onClose }: Props) {
  const reading = useRead(feed.line, { params: { id } })
  const line = reading.data
  const [isDirty, setDirty] = useState(false)
  const guard = guardWhen(() => isDirty)
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={line ? `${RECORD_NOUNS[line.record_type]} ${line.external_id}` : 'Record'}
      size="xl"
      guard={guard}
    >
      {line ? (
        <Detail of={line} guard={guard} onDirty={setDirty} onStale={() => void reading.refetch()} onDone={onClose} />
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </SideDrawer>
  )
}

type Part = 'release' | 'correct' | 'reject'

type DetailProps = {
  of: QuarantinedRecordDetail
  onDirty: (isDirty: boolean) => void
  onStale: () => void
  onDone: () => void
}

function Detail({ of: line, guard: leaving, onDirty, onStale, onDone }: DetailProps & { guard: LeaveGuard }) {
  const { id, version, state, rule, reason } = line
  const { part, open, close } = useDecision<Part>(leaving, onDirty)
  const reopen = useSave(feed.reopen, { onFailure: onStale })
  return (
    <div className={styles.detail}>
      <p className={styles.reason}>
        <StatusPill tone={QUARANTINE_TONES[state]}>{QUARANTINE_LABELS[state]}</StatusPill>
        <span>{reason ?? `Waiting for purchase ${line.purchase_id}`}</span>
      </p>
      <Facts>
        <Fact label="Record type">{SCOPE_LABELS[line.record_type].label}</Fact>
        {rule && <Fact label="Reason">{VALIDATION_RULE_LABELS[rule]}</Fact>}
        <Fact label="Amount">{showMoney(line)}</Fact>
        <Fact label="Key">{line.key ?? '–'}</Fact>
        <Fact label="Source">{line.source}</Fact>
        <Fact label="First received">{showInstant(line.since)}</Fact>
        <Fact label="Last received">{`${showInstant(line.last_at)}, ${counted(line.times, 'time')}`}</Fact>
        {line.rejected_by && <Fact label="Rejected by">{line.rejected_by}</Fact>}
        {line.note && <Fact label="Rejection reason">{line.note}</Fact>}
      </Facts>
      {line.stored && (
        <RelatedSale label="Already stored under this ID" sale={line.stored}>
          <Link to={paths.counted(line.record_type, line.source, line.external_id)}>Void or correct it</Link>
        </RelatedSale>
      )}
      {line.purchase && <RelatedSale label="Purchase" sale={line.purchase} />}
      {part === 'correct' ? (
        <Correct of={line} onDirty={onDirty} onStale={onStale} onCancel={close} onDone={onDone} />
      ) : (
        <section>
          <h3 className={styles.part}>Original data</h3>
          <RecordFacts record_type={line.record_type} line={line.line} />
        </section>
      )}
      {part === 'release' && <Release of={line} onDirty={onDirty} onStale={onStale} onCancel={close} onDone={onDone} />}
      {part === 'reject' && <Reject of={line} onDirty={onDirty} onStale={onStale} onCancel={close} onDone={onDone} />}
      {!part && (
        <Actions>
          {state === 'rejected' ? (
            <ActionButton
              permission={feed.reopen.permission}
              loading={reopen.isPending}
              onClick={() => reopen.mutate({ params: { id }, body: { version } })}
            >
              Undo rejection
            </ActionButton>
          ) : (
            <>
              <ActionButton
                permission={feed.release.permission}
                disabledReason={releaseBlockedReason(line)}
                onClick={() => open('release')}
              >
                Release
              </ActionButton>
              <ActionButton variant="default" permission={feed.correct.permission} onClick={() => open('correct')}>
                Correct
              </ActionButton>
              <ActionButton
                variant="default"
                color="red"
                permission={feed.reject.permission}
                onClick={() => open('reject')}
              >
                Reject
              </ActionButton>
            </>
          )}
        </Actions>
      )}
    </div>
  )
}

type RelatedSaleProps = { label: string; sale: NonNullable<QuarantinedRecordDetail['stored']>; children?: ReactNode }
const RelatedSale = ({ label, sale, children }: RelatedSaleProps) => (
  <section>
    <h3 className={styles.part}>{label}</h3>
    <Facts>
      <Fact label="At">{showInstant(sale.at)}</Fact>
      <Fact label="Amount">{showNaira(sale.amount)}</Fact>
      <Fact label="Items">{sale.what}</Fact>
    </Facts>
    {children}
  </section>
)

type PartProps = DetailProps & { onCancel: () => void }

/** Form of one text, which asks before typed text is lost. */
function useText(empty: string, validate: (text: string) => string | null, { onDirty, onStale, onDone }: DetailProps) {
  const form = useForm({ initialValues: { text: empty }, validate: ({ text }) => ({ text: validate(text) }) })
  const input = form.getInputProps('text')
  return {
    form,
    input: {
      ...input,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
        onDirty(true)
        input.onChange(event)
      },
    },
    /** Shows an error of the field next to it; for other errors the record is read again. */
    saving: (field: string) => ({
      onDone: () => {
        onDirty(false)
        onDone()
      },
      onFailure: ({ fields }: ApiFailure) => {
        const message = fields[field]
        if (message === undefined) onStale()
        else form.setErrors({ text: message })
        return message !== undefined
      },
    }),
  }
}

function Correct({ of, onDirty, onStale, onDone, onCancel }: PartProps) {
  const { id, version, line, record_type: recordType } = of
  const form = useForm<RecordValues>({
    initialValues: recordValues(recordType, line),
    validate: (values) => recordProblems(recordType, values),
  })
  const save = useSave(feed.correct, {
    onDone: () => {
      onDirty(false)
      onDone()
    },
    onFailure: ({ fields }: ApiFailure) => {
      const errors = recordErrors(recordType, form.getValues(), fields)
      if (!errors) onStale()
      else {
        form.setErrors(errors)
        focusWrong(DECISION)
      }
      return errors !== undefined
    },
  })
  return (
    <Decision
      submit="Save and include"
      permission={feed.correct.permission}
      isSaving={save.isPending}
      onCancel={onCancel}
      onSubmit={form.onSubmit((values) =>
        save.mutate({ params: { id }, body: { line: recordFrom(recordType, values), version } }),
      )}
    >
      <RecordEditor record_type={recordType} form={form} onDirty={() => onDirty(true)} />
    </Decision>
  )
}

/** Shows the effect of a release on revenue before it happens. */
function Release({ onCancel, ...props }: PartProps) {
  const { id, version, record_type: recordType, amount } = props.of
  const { form, input, saving } = useText('', (text) => (text.trim() ? null : messages.noNote), props)
  const save = useSave(feed.release, { ...saving('note'), onApprovalRequested: props.onDone })
  return (
    <Decision
      submit={amount ? `Release ${showMoney(props.of)}` : 'Release'}
      permission={feed.release.permission}
      isSaving={save.isPending}
      onCancel={onCancel}
      onSubmit={form.onSubmit(({ text }) => save.mutate({ params: { id }, body: { note: text, version } }))}
    >
      <p>
        {recordType === 'refunds'
          ? `Deducts ${showMoney(props.of)} from revenue, even though ${UNUSUAL}`
          : `Adds ${showMoney(props.of)} to revenue, even though ${UNUSUAL}`}
      </p>
      <ReasonField description="Kept in the audit log" maxLength={unitsOf(NOTE_LENGTH)} {...input} />
    </Decision>
  )
}
const UNUSUAL = 'the record was quarantined as unusual'

function Reject({ onCancel, ...props }: PartProps) {
  const { id, version } = props.of
  const { form, input, saving } = useText('', (text) => (text.trim() ? null : messages.noNote), props)
  const save = useSave(feed.reject, saving('note'))
  return (
    <Decision
      submit="Reject"
      color="red"
      permission={feed.reject.permission}
      isSaving={save.isPending}
      onCancel={onCancel}
      onSubmit={form.onSubmit(({ text }) => save.mutate({ params: { id }, body: { note: text, version } }))}
    >
      <ReasonField
        description="The sender sees this reason if it sends the record again"
        maxLength={unitsOf(NOTE_LENGTH)}
        {...input}
      />
    </Decision>
  )
}
