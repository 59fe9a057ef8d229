import { lazy, Suspense } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ExportProps } from '#web/list/ExportButton.tsx'
import styles from './Analytics.module.css'

// It is of lists, which no chart needs: the figures come first.
const ExportButton = lazy(async () => ({ default: (await import('#web/list/ExportButton.tsx')).ExportButton }))

/** The button of a chart's file; until it is here its place is kept. */
export const FileButton = <E extends Endpoint>(props: ExportProps<E>) => (
  <Suspense fallback={<FilePlace isSmall={Boolean(props.of)} />}>
    <ExportButton {...(props as ExportProps<Endpoint>)} />
  </Suspense>
)

/** Also where there is no file to have: what stands beside it stays where it is. */
export const FilePlace = ({ isSmall = false }) => <span className={styles.file} data-small={isSmall || undefined} />
