import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { useRead } from '#web/api/queries.ts'
import { RecordDrawer } from '#web/form/RecordDrawer.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { audiences, type Audience } from '../audience-contract.ts'
import {
  audienceProblems,
  describeAudience,
  CONDITIONS_MOST,
  conditionProblem,
  emptyCondition,
  FIELDS,
  NAME_LENGTH,
  specOf,
  type Condition,
  type Field,
  type Names,
} from '../audience-rules.ts'
import { AudienceCount, reachedLabel } from './AudienceCount.tsx'
import styles from './Audiences.module.css'
import { ConditionRow } from './ConditionRow.tsx'

type AudienceDraft = { name: string; conditions: Condition[] }
const LABELS = { name: 'Name', conditions: 'Conditions' }
const NONE: AudienceDraft = { name: '', conditions: [] }

const TYPING_MS = 600

type Props = {
  /** Without one, an audience is made. */
  edited: Audience | undefined
  onClose: () => void
  onSaved?: (audience: Audience) => void
}

/** A saved audience: its conditions as a sentence that is filled in, and whom it reaches. */
export default function AudienceDrawer({ edited, onClose, onSaved }: Props) {
  const [names, setNames] = useState<Names>(edited?.names ?? {})
  const [isSubmitted, setSubmitted] = useState(false)
  const record = useRecordForm({
    draft: `audience:${edited?.id ?? 'new'}`,
    record: edited,
    toDraft: ({ name, conditions }: Audience): AudienceDraft => ({ name, conditions }),
    rules: audienceProblems,
    labels: LABELS,
    skipsLeaveGuard: true,
    show: (field, value, current) =>
      field === 'name' ? String(value) : describeAudience(value as Condition[], { ...names, ...current.names }),
    create: { call: audiences.create, empty: NONE, args: (body) => ({ body }) },
    change: {
      call: audiences.change,
      args: (body, { record: { id }, version }) => ({ params: { id }, body: { ...body, version } }),
    },
    onInvalid: () => setSubmitted(true),
    onDone: (saved) => {
      if (saved) onSaved?.(saved)
      onClose()
    },
  })
  const { form } = record
  const { conditions } = form.values
  const change = (to: Condition[]) => form.setFieldValue('conditions', to)

  return (
    <RecordDrawer
      of={record}
      size="lg"
      title={edited ? 'Edit audience' : 'New audience'}
      submit={edited ? 'Save' : 'Save audience'}
      onClose={onClose}
    >
      <TextInput
        label={LABELS.name}
        placeholder="Lekki horror fans"
        maxLength={unitsOf(NAME_LENGTH)}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <div className={styles.builder}>
        <ol className={styles.conditions} aria-label={LABELS.conditions}>
          {conditions.map((condition, at) => (
            <ConditionRow
              // In their order they are nobody's but their own.
              key={`${condition.field} ${at}`}
              condition={condition}
              lead={at === 0 ? 'Customers who' : 'and who'}
              names={names}
              onNames={(more) => setNames((known) => ({ ...known, ...more }))}
              problem={isSubmitted ? conditionProblem(condition) : undefined}
              onChange={(to) => change(conditions.with(at, to))}
              onRemove={() => change(conditions.toSpliced(at, 1))}
            />
          ))}
        </ol>
        <Select
          aria-label="Add a condition"
          placeholder={conditions.length ? 'and who…' : 'Customers who…'}
          data={FIELDS.map((value) => ({ value, label: specOf(value).label }))}
          value={null}
          disabled={conditions.length >= CONDITIONS_MOST}
          maxDropdownHeight={360}
          error={conditions.length === 0 ? form.errors.conditions : undefined}
          onChange={(field) => field && change([...conditions, emptyCondition(field as Field)])}
        />
      </div>
      <Reached conditions={conditions} />
      {edited && (
        <div className={styles.people}>
          <span>Customers of the saved conditions, for staff who can export users</span>
          <ExportButton endpoint={audiences.peopleCsv} params={{ id: edited.id }} query={undefined} />
        </div>
      )}
    </RecordDrawer>
  )
}

/** How many there are now, once the conditions are whole. */
function Reached({ conditions }: { conditions: readonly Condition[] }) {
  const [debounced] = useDebouncedValue(conditions, TYPING_MS)
  const isWanted = debounced.length > 0 && debounced.every((condition) => conditionProblem(condition) === undefined)
  const { data, error, isPlaceholderData } = useRead(
    audiences.count,
    { body: { conditions: [...debounced] } },
    { enabled: isWanted, staleTime: 0 },
  )
  if (!isWanted) return null
  const found = isPlaceholderData ? undefined : data
  return (
    <AudienceCount
      text={found && reachedLabel(found, false)}
      found={found}
      control_percent={0}
      isWanted
      isFailed={Boolean(error)}
    />
  )
}
