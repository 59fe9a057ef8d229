import { inOrder } from '#contract/isolate.ts'
import { fieldName, describeValue } from '#features/access/audit/field-rules.ts'
import { config } from '#web/config.ts'
import { Card } from '#web/ui/Card.tsx'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import type { Change } from '../contract.ts'
import styles from './Approvals.module.css'

/** A record that would be changed: each field as it is, and as it would be. */
export function Difference({ of: { entity, id, summary, before, after } }: { of: Change }) {
  // Of what is made there is nothing before.
  const isNew = Object.keys(before).length === 0
  const rows = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({
      field,
      was: describeValue(entity, field, before[field], config.zone),
      becomes: describeValue(entity, field, after[field], config.zone),
    }))
    .filter(({ was, becomes }) => was !== becomes)
  return (
    <Card>
      <p className={styles.summary}>
        <RecordLink kind={entity} id={id}>
          {inOrder(summary)}
        </RecordLink>
      </p>
      {rows.length > 0 && (
        <table className={styles.difference}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {!isNew && <th scope="col">Current</th>}
              <th scope="col">{isNew ? 'Value' : 'New'}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, was, becomes }) => (
              <tr key={field}>
                <th scope="row">{fieldName(entity, field)}</th>
                {!isNew && <td className={styles.now}>{was}</td>}
                <td>{becomes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
