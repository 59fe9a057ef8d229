import { showCount } from '#contract/counted.ts'
import { Alert, Radio } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { inOrder } from '#contract/isolate.ts'
import type { Output } from '#contract/endpoint.ts'
import { showPhone } from '#contract/phone.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { dropDraftsOf } from '#web/form/draft-store.ts'
// No form: two people are chosen, and nothing is typed.
// oxlint-disable-next-line no-restricted-imports
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { parted } from '#web/ui/breakable.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showDay, showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { privacy, type DuplicateRecord } from '../contract.ts'
import { MERGE_FIELDS, suggestedSide, SIDES, UNDO_HOURS, type MergeField, type Side } from '../rules.ts'
import { paths } from './paths.ts'
import styles from './Privacy.module.css'

type Comparison = Output<typeof privacy.comparison.reply>
type Chosen = Partial<Record<MergeField, Side>>

/** Two records side by side, and which of each field the one that stays is to have. */
export function MergePage() {
  const { id, other } = useParams({ strict: false }) as { id: string; other: string }
  const params = { id: Number(id), other: Number(other) }
  // What is chosen is chosen of the records as they are now.
  const reading = useRead(privacy.comparison, { params }, { refetchOnMount: 'always' })
  if (reading.data && reading.isFetchedAfterMount)
    return <Merge key={reading.dataUpdatedAt} compared={reading.data} onStale={() => void reading.refetch()} />
  return (
    <Page title="Merge" back={paths.duplicates}>
      {reading.error ? (
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      ) : (
        <Skeleton height={480} />
      )}
    </Page>
  )
}

function Merge({ compared, onStale }: { compared: Comparison; onStale: () => void }) {
  const { this: survivor, other, adds } = compared
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Chosen>({})
  const fields = compared.fields.filter((row) => row.this !== null || row.other !== null)
  const sideOf = (row: (typeof fields)[number]): Side => chosen[row.field] ?? suggestedSide(row.this, row.other)
  const isStrange = DISTINGUISHING.every((of) => {
    const row = compared.fields.find(({ field }) => field === of)
    return !row || row.this === null || row.this.toLowerCase() !== row.other?.toLowerCase()
  })
  const merge = useSave(privacy.merge, {
    onSuccess: () => dropDraftsOf(customerPaths.draft(other.id)),
    onDone: () => navigate({ to: customerPaths.profile(survivor.id), replace: true }),
    onApprovalRequested: () => navigate({ to: customerPaths.profile(survivor.id), replace: true }),
    onFailure: (failure) => {
      if (!failure.current) return false
      showToast('error', 'One of the customers changed while you were comparing. You now see the current details.')
      onStale()
      return true
    },
  })

  const ask = async () => {
    const yes = await confirm({
      title: `Merge ${personOf(other)} into ${personOf(survivor)}?`,
      text: `Purchases, points and subscriptions of both are kept, as one customer (${survivor.id}). You can undo this for ${UNDO_HOURS} hours, under Personal data.${isStrange ? ` ${ALL_DIFFER}.` : ''}`,
      action: 'Merge',
      danger: true,
    })
    if (yes)
      merge.mutate({
        params: { id: survivor.id },
        body: {
          other: other.id,
          fields: Object.fromEntries(fields.map((row) => [row.field, sideOf(row)])),
          version: survivor.version,
          otherVersion: other.version,
        },
      })
  }

  return (
    <Page
      title="Merge"
      note="Purchases, points and subscriptions of both are kept. Choose the details to keep."
      back={paths.duplicates}
      actions={
        <ActionButton permission={privacy.merge.permission} loading={merge.isPending} onClick={() => void ask()} sticky>
          Merge
        </ActionButton>
      }
    >
      <LeaveGuard when={Object.keys(chosen).length > 0 && !merge.isPending && !merge.isSuccess} />
      {isStrange && (
        <Alert color="yellow" variant="light" title="These may be two different people">
          {ALL_DIFFER}
        </Alert>
      )}
      <div className={styles.page}>
        <Card title="Details">
          <div className={styles.fields}>
            <div className={`${styles.field} ${styles.head}`}>
              <span className={styles.label}>Field</span>
              <span>
                Customer {survivor.id}, since {showInstant(survivor.createdAt)}
              </span>
              <span>
                Customer {other.id}, since {showInstant(other.createdAt)}
              </span>
            </div>
            {fields.map((row) => (
              <Field
                key={row.field}
                row={row}
                side={sideOf(row)}
                onChoose={(side) => setChosen({ ...chosen, [row.field]: side })}
              />
            ))}
          </div>
        </Card>
        <Card title="Combined history">
          <ul className={styles.list}>
            {adds.map(({ what, this: ofThis, other: ofOther }) => (
              <li key={what}>
                {what}
                <span className={styles.count}>
                  {showCount(ofThis)} + {showCount(ofOther)} = {showCount(ofThis + ofOther)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  )
}

const ALL_DIFFER = 'Name, phone, email and date of birth all differ'
const DISTINGUISHING: readonly MergeField[] = ['name', 'mobile', 'email', 'dateOfBirth']

const personOf = ({ firstName, lastName, email, id }: DuplicateRecord) => {
  const name = `${firstName} ${lastName}`.trim()
  return name && email ? inOrder(`${name} (${email})`) : name || email || `customer ${id}`
}

type FieldProps = { row: Comparison['fields'][number]; side: Side; onChoose: (side: Side) => void }

function Field({ row: { field, ...values }, side, onChoose }: FieldProps) {
  const label = MERGE_FIELDS[field]
  if (values.this === values.other)
    return (
      <div className={styles.field}>
        <span className={styles.label}>{label}</span>
        <Value field={field} value={values.this} />
        <span className={styles.none}>The same</span>
      </div>
    )
  return (
    <div className={styles.field} role="radiogroup" aria-label={label}>
      <span className={styles.label}>{label}</span>
      {SIDES.map((one) => (
        <Radio
          key={one}
          name={field}
          checked={side === one}
          onChange={() => onChoose(one)}
          label={<Value field={field} value={values[one]} />}
        />
      ))}
    </div>
  )
}

function Value({ field, value }: { field: MergeField; value: string | null }) {
  if (value === null) return <span className={styles.none}>Nothing</span>
  if (field === 'profileImage') return <img className={styles.picture} src={value} alt="" width={40} height={40} />
  const text = field === 'mobile' ? showPhone(value) : field === 'dateOfBirth' ? showDay(value) : value
  return <span className={styles.value}>{parted(text)}</span>
}
