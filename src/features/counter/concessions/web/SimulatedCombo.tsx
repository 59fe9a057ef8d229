import { counted, showCount } from '#contract/counted.ts'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { showNaira } from '#web/ui/format.ts'
import { margin, type SimulatedCombo as Simulation } from '../margin-contract.ts'
import { SIMULATED_DAYS } from '../margin-rules.ts'
import styles from './Concessions.module.css'

type Props = { cinemaId: string; items: readonly string[]; price: number }

/** What a combo would have earned by what guests bought together; of those who may read figures. */
export function SimulatedCombo({ cinemaId, items, price }: Props) {
  const canRead = !refusal(useMe(), margin.simulate.permission)
  const { data, error } = useRead(
    margin.simulate,
    { params: { id: cinemaId }, query: { items: items.join(), price } },
    { enabled: canRead && items.length > 0 },
  )
  if (!canRead || !items.length || (!data && !error)) return null
  return (
    <section className={styles.attempt} aria-label={`The last ${SIMULATED_DAYS} days`}>
      <h3>The last {SIMULATED_DAYS} days</h3>
      {data ? <Result of={data} /> : <p className={styles.note}>Could not be calculated: {error!.message}</p>}
    </section>
  )
}

function Result({
  of: { orders, sets, separately, as_combo, margin_separately, margin_as_combo },
}: {
  of: Simulation
}) {
  if (orders === 0) return <p className={styles.note}>No order had all of these items</p>
  return (
    <>
      <p>
        {counted(orders, 'order')} had all of these items, {showCount(sets)} times in total, for {showNaira(separately)}
      </p>
      <p>
        As this combo: <b>{showNaira(as_combo)}</b>, {difference(as_combo - separately)}
      </p>
      <p className={styles.note}>
        {margin_as_combo === null
          ? 'The margin is not known, because an item has no cost'
          : `Margin ${showNaira(margin_as_combo)} instead of ${showNaira(margin_separately!)}`}
        . Does not include extra sales the combo might bring.
      </p>
    </>
  )
}

const difference = (naira: number) =>
  naira === 0 ? 'the same' : `${showNaira(Math.abs(naira))} ${naira > 0 ? 'more' : 'less'}`
