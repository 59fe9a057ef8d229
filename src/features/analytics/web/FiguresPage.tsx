import { IconRefresh } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRead } from '#web/api/queries.ts'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { analytics } from '../contract.ts'
import styles from './Analytics.module.css'
import { useLive } from './live.ts'

type Props = { title: string; children: ReactNode }

/** A page of figures: as of when they are, whether they follow what happens, and a way to refresh them. */
export function FiguresPage({ title, children }: Props) {
  const { data, error } = useRead(analytics.dashboard, {})
  const { isLive, refresh } = useLive()
  const isFetching = useIsFetching({ queryKey: [analytics.live.feature] }) > 0
  return (
    <Page
      title={title}
      note={
        <span className={styles.asOf}>
          {data ? `As of ${showInstant(data.as_of)}` : error ? 'The figures could not be loaded' : 'Loading…'}
          {isLive && <span className={styles.live}>live</span>}
          <Tip label="Refresh">
            <button
              type="button"
              className={styles.refresh}
              aria-label="Refresh"
              data-busy={isFetching || undefined}
              onClick={() => void refresh()}
            >
              <IconRefresh size={14} />
            </button>
          </Tip>
        </span>
      }
    >
      {children}
    </Page>
  )
}
