import type { PointsMember } from '../contract.ts'
import { tierName } from '../rules.ts'
import styles from './Points.module.css'
import { count } from './format.ts'

/** Whom a dialog is about, and what they have. */
export const CustomerName = ({ member }: { member: PointsMember }) => (
  <p className={styles.who}>
    <b>{nameOf(member)}</b>
    <span>
      {tierName(member.tier)} · {count(member.available_points)} available of {count(member.lifetime_points)}
    </span>
  </p>
)

export const nameOf = ({ id, full_name: name, email }: Pick<PointsMember, 'id' | 'full_name' | 'email'>): string =>
  name || email || `Customer ${id}`
