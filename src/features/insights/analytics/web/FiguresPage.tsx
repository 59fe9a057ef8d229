import { IconRefresh } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cinemas as cinemaCalls } from '#features/programming/cinemas/contract.ts'
import { inSentence } from '#features/programming/cinemas/rules.ts'
import { PlacePicker } from '#features/programming/cinemas/web/PlacePicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { dayEndsNote, showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { analytics } from '../contract.ts'
import { useChosen, useSeesChain } from './address.ts'
import styles from './Analytics.module.css'
import { useLive } from './live.ts'
import { ComparePicker } from './Pickers.tsx'
import { useTotals } from './useTotals.ts'

type Props = { title: string; children: ReactNode }

/** Of which cinemas the figures are, for paper, which has no picker. */
function usePlaceName(chosen: readonly string[] | undefined): string {
  const { data } = useRead(cinemaCalls.list, { query: { with_closed: 'true' } })
  const seesChain = useSeesChain()
  if (!chosen) return seesChain ? 'All cinemas' : 'My cinemas'
  const all = (data ?? []).flatMap((state) => state.cinemas)
  return inSentence(chosen.map((id) => all.find((one) => one.id === id)?.cinema_name ?? id))
}

/** A page of figures: of which cinemas and as of when they are, whether they follow what happens, and a way to refresh them. */
export function FiguresPage({ title, children }: Props) {
  const { data, error } = useTotals()
  const { cinemas, set } = useChosen()
  const { isLive, refresh } = useLive()
  const place = usePlaceName(cinemas)
  const isFetching = useIsFetching({ queryKey: [analytics.live.feature] }) > 0
  return (
    <Page
      title={title}
      note={
        <span className={styles.asOf}>
          {data ? `As of ${showInstant(data.as_of)}` : error ? 'The figures could not be loaded' : 'Loading…'}
          {dayEndsNote && ` · ${dayEndsNote}`}
          <span className={styles.printed}>{place}</span>
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
      actions={
        <>
          <ComparePicker />
          <PlacePicker
            permission={analytics.dashboard.permission}
            chosen={cinemas}
            onChange={(to) => set({ cinemas: to, page: undefined })}
          />
        </>
      }
    >
      {children}
    </Page>
  )
}
