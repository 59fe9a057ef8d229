import { Fragment } from 'react'
import { showNaira } from '#web/ui/format.ts'
import type { Bridge } from '../close-contract.ts'
import { LINE_LABELS, linesOf, SUBTOTALS } from '../close-rules.ts'
import styles from './DailyFinance.module.css'

type Side = { label: string; of: Bridge }

const showAmount = (naira: number) => (naira ? showNaira(naira) : '–')

type Props = { label: string; sides: readonly Side[]; isCompared: boolean }
/** A bridge from above: lines, what they add up to, what was paid out and the difference. Several stand beside each other. */
export function BridgeTable({ label, sides, isCompared }: Props) {
  const row = (title: string, amount: (of: Bridge) => number, isSum = false) => (
    <tr className={isSum ? styles.sum : undefined}>
      <th scope="row">{title}</th>
      {sides.map((side) => (
        <td key={side.label} className={styles.amount}>
          {isSum ? showNaira(amount(side.of)) : showAmount(amount(side.of))}
        </td>
      ))}
    </tr>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must get to it
    <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.bridge} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {sides.map((side) => (
              <th key={side.label} scope="col" className={styles.amount}>
                {side.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(isCompared).map((line) => {
            const subtotal = SUBTOTALS[line]
            return (
              <Fragment key={line}>
                {row(LINE_LABELS[line], (of) => of.lines[line])}
                {subtotal && row(subtotal.label, (of) => of.subtotals[subtotal.id], true)}
              </Fragment>
            )
          })}
          {isCompared && row('Paid out', (of) => of.payout)}
          {isCompared && row('Difference', (of) => of.difference, true)}
        </tbody>
      </table>
    </div>
  )
}
