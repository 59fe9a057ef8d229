import { Card } from '#web/ui/Card.tsx'
import type { CustomerRecord } from '../contract.ts'
import styles from './Customers.module.css'
import { Field } from './Field.tsx'
import { BLANK } from './format.ts'

/** Preferences and visits of the customer (operations 2, the profile's variant). */
export const Habits = ({ record: { habits } }: { record: CustomerRecord }) => (
  <Card title="Preferences and visits">
    <dl className={styles.few}>
      <Field label="Preferences">{habits.preferences.join(', ')}</Field>
      <Field label="Most visited cinema">{habits.mostVisitedCinema}</Field>
      <Field label="Trailers watched">{habits.trailersWatched?.toLocaleString() ?? BLANK}</Field>
    </dl>
  </Card>
)
