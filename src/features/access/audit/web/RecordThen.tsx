import { counted } from '#contract/counted.ts'
import { useRead } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { audit, type AuditLine, type RecordThen as Then } from '../contract.ts'
import { fieldName, describeValue } from '../field-rules.ts'
import styles from './ChangeDrawer.module.css'

/** The record of a line as it was right after it. */
export function RecordThen({ line: { id, entity, entity_id, at } }: { line: AuditLine }) {
  const { data, error, refetch } = useRead(audit.record, { params: { id } })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} />
  const title = `${entity[0]!.toUpperCase()}${entity.slice(1)} ${entity_id}`
  return (
    <>
      <p className={styles.who}>
        {title}, {showInstant(at)}. {textOf(data)}
      </p>
      <dl className={styles.fields}>
        {data.fields.map((one) => (
          <div key={one.field} className={styles.field}>
            <dt>{fieldName(entity, one.field)}</dt>
            <dd>
              <span>{describeValue(entity, one.field, one.value, config.zone)}</span>
              <span className={styles.since}>
                {one.at ? (
                  <>
                    <bdi>{one.actor}</bdi>, {showInstant(one.at)}
                  </>
                ) : (
                  'Set before logging began'
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function textOf({ state, fields, isPartial }: Then): string {
  const sentences =
    state === 'before'
      ? ['This record did not exist then']
      : [
          ...(state === 'deleted' ? ['It was deleted then, so this is the record before the deletion'] : []),
          fields.length
            ? `Showing ${counted(fields.length, 'field')} that changed since logging began`
            : 'No recorded fields',
          ...(isPartial ? ['This may be incomplete, because you cannot see all its entries'] : []),
        ]
  return sentences.map((sentence) => `${sentence}.`).join(' ')
}
