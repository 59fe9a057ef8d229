import { counted, showCount } from '#contract/counted.ts'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { showNaira } from '#web/ui/format.ts'
import { margin, type TriedCombo as Tried } from '../margin-contract.ts'
import { TRIED_DAYS } from '../margin-rules.ts'
import styles from './Concessions.module.css'

type Props = { cinemaId: string; items: readonly string[]; price: number }

/** What a combo would have earned by what guests bought together; of those who may read figures. */
export function TriedCombo({ cinemaId, items, price }: Props) {
  const mayRead = !refusal(useMe(), margin.tried.permission)
  const { data, error } = useRead(
    margin.tried,
    { params: { id: cinemaId }, query: { items: items.join(), price } },
    { enabled: mayRead && items.length > 0 },
  )
  if (!mayRead || !items.length || (!data && !error)) return null
  return (
    <section className={styles.tried} aria-label={`The last ${TRIED_DAYS} days`}>
      <h3>The last {TRIED_DAYS} days</h3>
      {data ? <Words of={data} /> : <p className={styles.note}>Could not be worked out: {error!.message}</p>}
    </section>
  )
}

function Words({ of: { orders, sets, separately, as_combo, margin_separately, margin_as_combo } }: { of: Tried }) {
  if (orders === 0) return <p className={styles.note}>No order had all of these items.</p>
  return (
    <>
      <p>
        {counted(orders, 'order')} had all of these items, {showCount(sets)} times in all, for {showNaira(separately)}.
      </p>
      <p>
        As this combo: <b>{showNaira(as_combo)}</b>, {difference(as_combo - separately)}.
      </p>
      <p className={styles.note}>
        {margin_as_combo === null
          ? 'The margin is not known: an item has no cost.'
          : `Margin ${showNaira(margin_as_combo)} in place of ${showNaira(margin_separately!)}.`}{' '}
        Guests who would have bought more for the price are not in it.
      </p>
    </>
  )
}

const difference = (naira: number) =>
  naira === 0 ? 'the same' : `${showNaira(Math.abs(naira))} ${naira > 0 ? 'more' : 'less'}`
