import { showCount } from '#contract/counted.ts'
import { useState } from 'react'
import { useRead } from '#web/api/queries.ts'
import { Paging } from '#web/list/Paging.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { errorLogs, type ErrorDetail, type Occurrence } from '../contract.ts'
import { OCCURRENCE_PAGE } from '../rules.ts'
import styles from './ErrorLogs.module.css'
import { Whom } from './badges.tsx'

/** When and to whom an error happened, the last first; of older ones only the count is known. */
export function Occurrences({ of: { id, count, storedCount } }: { of: ErrorDetail }) {
  const [page, setPage] = useState(1)
  const reading = useRead(errorLogs.occurrences, { params: { id }, query: { page, perPage: OCCURRENCE_PAGE } })
  return (
    <section className={styles.part}>
      <h4 className={styles.heading}>Occurrences</h4>
      {reading.error && <ErrorState error={reading.error} onRetry={reading.refetch} compact />}
      <ul className={styles.lines} aria-busy={reading.isFetching}>
        {reading.data?.occurrences.map((one) => (
          <li key={one.id} className={styles.occurrence}>
            <One of={one} />
          </li>
        ))}
      </ul>
      <Paging
        of="Occurrences"
        page={page}
        perPage={OCCURRENCE_PAGE}
        total={reading.data?.totalCount}
        isComing={reading.isPlaceholderData}
        onPage={setPage}
      />
      {count > storedCount && (
        <p className={styles.more}>For the other {showCount(count - storedCount)} only the count is kept</p>
      )}
    </section>
  )
}

const One = ({ of: { createdAt, data, message, errorStack, page, release } }: { of: Occurrence }) => (
  <>
    <div className={styles.when}>
      <span>{showInstant(createdAt)}</span>
      <Whom of={data} />
      <span className={styles.times}>{[release, page].filter(Boolean).join(' · ')}</span>
    </div>
    <details className={styles.text}>
      <summary>Message and stack</summary>
      <pre className={styles.stack}>{[message, errorStack].filter(Boolean).join('\n')}</pre>
    </details>
  </>
)
