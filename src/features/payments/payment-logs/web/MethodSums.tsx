import { showCount } from '#contract/counted.ts'
import { METHOD_LABELS, type PaymentMethod } from '#features/sales/trade/rules.ts'
import { showNaira } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PaymentLogs.module.css'

type Sum = {
  method: PaymentMethod | 'several' | null
  count: number
  paid: number
  refunded: number
  chargedBack?: number
  net: number
}
const labelOf = (method: Sum['method']) =>
  method === null ? 'Not known' : method === 'several' ? 'Several methods' : METHOD_LABELS[method]

/** Placeholder with the height of about four methods. */
export const MethodSumsPlace = () => (
  <div className={styles.methods} data-place>
    <Skeleton height={164} radius={0} />
  </div>
)

/** Totals of a list by method. */
export function MethodSums({ of: sums }: { of: readonly Sum[] }) {
  if (!sums.length) return null
  const areChargedBack = sums.some(({ chargedBack }) => chargedBack)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard
    <section className={styles.methods} aria-label="By method" tabIndex={0}>
      <table aria-label="Totals by method">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Paid</th>
            <th scope="col">Refunded</th>
            {areChargedBack && <th scope="col">Charged back</th>}
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ method, count, paid, refunded, chargedBack, net }) => (
            <tr key={method ?? 'unknown'}>
              <th scope="row">
                {labelOf(method)} <span>{showCount(count)}</span>
              </th>
              <td>{showNaira(paid)}</td>
              <td>{refunded ? showNaira(refunded) : '–'}</td>
              {areChargedBack && <td>{chargedBack ? showNaira(chargedBack) : '–'}</td>}
              <td>{showNaira(net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
