import { UnstyledButton } from '@mantine/core'
import { Card } from '#web/ui/Card.tsx'
import { showInstant } from '#web/ui/format.ts'
import type { Banner } from '../banner-contract.ts'
import type { Promotion } from '../contract.ts'
import { changesAhead } from '../rules.ts'
import styles from './LandingPage.module.css'

const MOST = 12
const KINDS = { banner: 'Hero banner', body: 'Promotion' }

type Props = {
  banners: readonly Banner[]
  promotions: readonly Promotion[]
  now: Date
  /** The instant that the preview shows. */
  chosen: string | undefined
  onChoose: (at: string) => void
}

/** What changes by itself, and when; one of them shows the page as it is from then on. */
export function ComingUp({ banners, promotions, now, chosen, onChoose }: Props) {
  const ahead = changesAhead<Banner | Promotion>([...banners, ...promotions], now)
  return (
    <Card title="Coming up" flush>
      {ahead.length === 0 && <p className={styles.nothing}>Nothing is scheduled to start or end</p>}
      <ul className={styles.changes}>
        {ahead.slice(0, MOST).map(({ at, changes }) => (
          <li key={at}>
            <UnstyledButton
              className={styles.change!}
              aria-pressed={chosen !== undefined && Date.parse(chosen) === Date.parse(at)}
              onClick={() => onChoose(at)}
            >
              <span className={styles.at}>{showInstant(at)}</span>
              <span>
                {changes.map(({ row, what }) => (
                  <span key={`${row.position} ${row.id} ${what}`} className={styles.what}>
                    <b>{row.title}</b> {what} <i>{KINDS[row.position]}</i>
                  </span>
                ))}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
