import { isAdmin, isSuperadmin } from '#contract/permissions.ts'
import { nameOf } from '#contract/session.ts'
import { useRead } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { admins, type AdminRow } from '../contract.ts'
import { roles, type Role } from '../role-contract.ts'
import { describePermissions, messages } from '../role-rules.ts'
import { FOR_ALL } from '../rules.ts'
import styles from './Roles.module.css'

/** Every person with what they may do and where, on one page that can be printed. */
export function AllPermissions() {
  const people = useRead(admins.list, { query: {} })
  const named = useRead(roles.list, { query: { $include: 'permissions' } })
  const error = people.error ?? named.error
  if (error)
    return (
      <Card>
        <ErrorState error={error} onRetry={() => Promise.all([people.refetch(), named.refetch()])} />
      </Card>
    )
  if (!Array.isArray(people.data) || !named.data) return <Skeleton height={420} />
  const byId = new Map(named.data.map((role) => [role.id, role]))
  return (
    <Card>
      <table className={styles.everybody} aria-label="All staff">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Permissions and cinemas</th>
            <th scope="col">Last sign-in</th>
            <th scope="col">Two-factor authentication</th>
          </tr>
        </thead>
        <tbody>
          {people.data.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                <span className={styles.whom}>
                  <bdi>{nameOf(person)}</bdi>
                  <StatusPill plain tone="neutral">
                    {person.userType}
                  </StatusPill>
                </span>
                <span className={styles.hint}>{person.email}</span>
              </th>
              <td>
                <What of={person} roles={byId} />
              </td>
              <td data-label="Last sign-in">{person.lastSignInAt ? showInstant(person.lastSignInAt) : '–'}</td>
              <td data-label="Two-factor authentication">{person.hasFactor ? 'On' : 'Off'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function What({ of: person, roles: known }: { of: AdminRow; roles: ReadonlyMap<number, Role> }) {
  if (!isAdmin(person.userType)) return messages.noSignIn
  if (isSuperadmin(person.userType)) return <Right where={FOR_ALL}>Everything, and superadmin-only actions</Right>
  const allowed = (id: number) => describePermissions(known.get(id)?.permissions ?? [])
  return (
    <ul className={styles.rights}>
      {person.roleId !== null && (
        <li>
          <Right role={person.role!} where={FOR_ALL}>
            {allowed(person.roleId)}
          </Right>
        </li>
      )}
      {person.cinemaRoles.map((cinemaRole) => (
        <li key={`${cinemaRole.roleId} ${cinemaRole.places.join()}`}>
          <Right role={cinemaRole.role} where={cinemaRole.places.join(', ')}>
            {allowed(cinemaRole.roleId)}
          </Right>
        </li>
      ))}
    </ul>
  )
}

const Right = ({ role, where, children }: { role?: string; where: string; children: string }) => (
  <>
    <b>{[role, where].filter(Boolean).join(' · ')}</b>
    <span className={styles.hint}>{children}</span>
  </>
)
