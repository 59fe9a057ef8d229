import { showCount } from '#contract/counted.ts'
import { showNaira } from '#contract/money.ts'
import { Info } from '#web/charts/Info.tsx'
import type { Notification } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Funnel.module.css'

/** From the audience's devices to what was bought: how many came so far, and how many of those of the step before. */
export function Funnel({ of }: { of: Notification }) {
  const steps = [
    { label: 'Devices', n: of.devices },
    { label: 'Accepted', n: of.totalReceived, means: messages.accepted },
    { label: 'Clicks', n: of.totalClicks, means: messages.clicks },
    { label: 'Purchases', n: of.purchases, means: messages.purchases },
  ]
  return (
    <ol className={styles.funnel} aria-label="Results by step">
      {steps.map(({ label, n, means }, at) => {
        const before = steps[at - 1]?.n
        return (
          <li key={label} className={styles.step}>
            <span className={styles.label}>
              {label}
              {means && <Info of={label} text={means} />}
            </span>
            <span className={styles.track} aria-hidden>
              <span style={{ width: `${of.devices ? Math.min(100, (100 * n) / of.devices) : 0}%` }} />
            </span>
            <span className={styles.count}>{showCount(n)}</span>
            <span className={styles.rate}>{before ? rateOf(n, before) : ''}</span>
          </li>
        )
      })}
      <li className={styles.step}>
        <span className={styles.label}>Revenue</span>
        <span />
        <span className={styles.count}>{showNaira(of.revenueGenerated)}</span>
        <span className={styles.rate}>
          {of.purchases > 0 && `${showNaira(Math.round(of.revenueGenerated / of.purchases))} each`}
        </span>
      </li>
    </ol>
  )
}

const rateOf = (n: number, before: number): string => `${((100 * n) / before).toFixed(1)}%`
