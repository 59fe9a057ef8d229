import { useNavigate } from '@tanstack/react-router'
import { CustomerPicker } from '#features/customers/customers/web/CustomerPicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { List } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { privacy } from '../contract.ts'
import { paths } from './paths.ts'
import { pairKey, usePairColumns } from './pairs.tsx'
import styles from './Privacy.module.css'

const TITLE = 'Possible duplicates of this person'

/** Records that may be the same person as one. */
export function DuplicatesOf({ id }: { id: number }) {
  const reading = useRead(privacy.duplicatesOf, { params: { id } })
  const columns = usePairColumns()
  const pairs = reading.data
  if (pairs?.length === 0)
    return (
      <Card title={TITLE}>
        <p className={styles.text}>No other record has the same phone, or the same name and date of birth</p>
        <MergeWith id={id} />
      </Card>
    )
  return (
    <>
      <List
        label={TITLE}
        columns={columns}
        reading={reading}
        rows={pairs}
        total={pairs?.length}
        page={1}
        perPage={pairs?.length ?? 1}
        onPage={() => {}}
        rowKey={pairKey}
        // One without any is not shown as a list.
        empty={{ title: TITLE, text: '' }}
        toolbar={<h2 className={styles.title}>{TITLE}</h2>}
      />
      <Card title="Merge with another customer">
        <MergeWith id={id} />
      </Card>
    </>
  )
}

/** Any other customer, also one that nothing points to: the two are compared before they are merged. */
function MergeWith({ id }: { id: number }) {
  const navigate = useNavigate()
  return (
    <CustomerPicker
      label="Merge with…"
      value={undefined}
      onChange={(other) => other && other.userId !== id && void navigate({ to: paths.merge(id, other.userId) })}
    />
  )
}
