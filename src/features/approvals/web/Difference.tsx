import { inOrder } from '#contract/isolate.ts'
import { fieldName, inWords } from '#features/audit/field-rules.ts'
import { config } from '#web/config.ts'
import { Card } from '#web/ui/Card.tsx'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import type { Change } from '../contract.ts'
import styles from './Approvals.module.css'

/** A record that would be changed: each field as it is, and as it would be. */
export function Difference({ of: { entity, id, summary, before, after } }: { of: Change }) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <Card>
      <p className={styles.summary}>
        <RecordLink kind={entity} id={id}>
          {inOrder(summary)}
        </RecordLink>
      </p>
      {fields.length > 0 && (
        <table className={styles.difference}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldName(entity, field)}</th>
                <td data-word="Now">{inWords(entity, field, before[field], config.zone)}</td>
                <td data-word="Then">{inWords(entity, field, after[field], config.zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
