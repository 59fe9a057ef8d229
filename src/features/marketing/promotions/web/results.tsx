import { showCount } from '#contract/counted.ts'
import { showNaira } from '#contract/money.ts'
import { Info } from '#web/charts/Info.tsx'
import type { Column } from '#web/list/columns.ts'
import type { Promotion } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Results.module.css'

type Led = Pick<Promotion, 'results'>

/** What promotions or banners led to: clicks, and below them what these brought. */
export const resultsColumn = <R extends Led>(): Column<R> => ({
  id: 'clicks',
  file: ['clicks', 'purchases', 'revenue'],
  title: 'Clicks',
  info: <Info of="Clicks" text={messages.results} />,
  numeric: true,
  cell: ({ results }) =>
    results ? (
      <span className={styles.lines}>
        {showCount(results.clicks)}
        {results.purchases > 0 && <span>{showNaira(results.revenueGenerated)}</span>}
      </span>
    ) : (
      '–'
    ),
})
