import { showCount } from '#contract/counted.ts'
import { useRead } from '#web/api/queries.ts'
import { NavLink } from '#web/ui/NavLink.tsx'
import { customers } from '../contract.ts'
import styles from './Customers.module.css'
import { paths } from './paths.ts'
import { nameOf } from './format.ts'

/** Matches in the other lists, when a search finds no one in one list of users. */
export function Elsewhere({ search, here }: { search: string; here: 'ACTIVE' | 'INACTIVE' }) {
  const isActive = here === 'ACTIVE'
  const type = isActive ? 'INACTIVE' : 'ACTIVE'
  const { data: users } = useRead(customers.list, { query: { type, search_query: search, perPage: 1 } })
  const { data: guests } = useRead(customers.guests, { query: { search, perPage: 1 } })
  const [user] = users?.users ?? []
  const [guest] = guests?.guestUsers ?? []
  const term = encodeURIComponent(search)
  return (
    <div className={styles.elsewhere}>
      {user && (
        <NavLink to={`${isActive ? paths.unsubscribed : paths.active}?search_query=${term}`}>
          {found(users!.totalCount, isActive ? 'Unsubscribed Users' : 'Active Users', nameOf(user))}
        </NavLink>
      )}
      {guest && (
        <NavLink to={`${paths.guests}?search=${term}`}>
          {found(guests!.totalCount, 'Guest Users', guest.customer_name || guest.customer_email)}
        </NavLink>
      )}
    </div>
  )
}

const found = (count: number, list: string, first: string) =>
  count === 1 ? `1 in ${list}: ${first}` : `${showCount(count)} in ${list}`
