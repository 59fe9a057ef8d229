import { showCount } from '#contract/counted.ts'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { counted } from '#contract/counted.ts'
import { useRead } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { roles } from '../role-contract.ts'
import { describeRoles } from '../rules.ts'
import { SUPERADMIN_ONLY, VERBS, type Verb } from '../role-rules.ts'
import styles from './Roles.module.css'

const EACH = Object.keys(VERBS) as Verb[]

/** Every area, and what a person may do in it; and what only superadmins may. */
export function OfPerson({ id }: { id: number }) {
  const reading = useRead(roles.ofPerson, { params: { id } })
  if (reading.error)
    return (
      <Card>
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      </Card>
    )
  if (!reading.data) return <Skeleton height={420} />
  const { person, permission, pointsLimit } = reading.data
  const own = permission.filter(({ verb }) => verb !== SUPERADMIN_ONLY)
  const labels = [...new Set(own.map(({ label }) => label))]
  const one = (label: string, verb: string) => own.find((row) => row.label === label && row.verb === verb)
  const superadmins = permission.find(({ verb }) => verb === SUPERADMIN_ONLY)

  return (
    <div className={styles.columns}>
      <Card title={`Permissions of ${person.name}`}>
        <p className={styles.person}>
          {person.email}
          <StatusPill plain tone="neutral">
            {person.userType}
          </StatusPill>
          {describeRoles(person) && <span>Role: {describeRoles(person)}</span>}
          {!permission.find(({ name }) => name === 'points:write')?.refusal && (
            <span>Up to {showCount(pointsLimit)} points in 24 hours</span>
          )}
        </p>
        <table className={styles.matrix} aria-label={`Permissions of ${person.name}`}>
          <thead>
            <tr>
              <th scope="col">Area</th>
              {EACH.map((verb) => (
                <th key={verb} scope="col">
                  {VERBS[verb]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {EACH.map((verb) => (
                  <td key={verb}>{one(label, verb) && <Verdict {...one(label, verb)!} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {superadmins && (
        <Card title="Superadmin-only actions">
          <p className={styles.person}>
            <StatusPill tone={superadmins.refusal ? 'neutral' : 'good'}>
              {superadmins.refusal ? 'Not allowed' : 'Allowed'}
            </StatusPill>
            {superadmins.refusal}
          </p>
          <ul className={styles.opens}>
            {superadmins.allows.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

const Verdict = ({ refusal, at }: { refusal?: string | undefined; at?: string[] | undefined }) =>
  refusal ? (
    <Tip label={refusal}>
      <span className={styles.blockedReason}>
        <IconMinus size={16} role="img" aria-label="Not allowed" />
      </span>
    </Tip>
  ) : at ? (
    <Tip label={`At ${at.join(', ') || 'no cinema'}`}>
      <span className={styles.at}>
        <span className={styles.onScreen}>{at.length === 1 ? at[0] : counted(at.length, 'cinema')}</span>
        <span className={styles.onPaper} aria-hidden>
          {at.join(', ')}
        </span>
      </span>
    </Tip>
  ) : (
    <IconCheck size={16} role="img" aria-label="Allowed" className={styles.permission} />
  )
