import { Button, MultiSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cinemas } from '#features/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import type { AdminGrant } from '../contract.ts'
import { messages, type GrantDraft } from '../rules.ts'
import styles from './Admins.module.css'
import { useGiving } from './giving.ts'
import { RolePicker } from './RolePicker.tsx'

const STATE = 'state:'
const CINEMA = 'cinema:'

export const grantDraft = ({ roleId, states, cinemas: chosen }: AdminGrant): GrantDraft => ({
  roleId: String(roleId),
  places: [...states.map((id) => STATE + id), ...chosen.map((id) => CINEMA + id)],
})

export const grantBody = ({ roleId, places }: GrantDraft) => {
  const after = (prefix: string) =>
    places.filter((place) => place.startsWith(prefix)).map((place) => place.slice(prefix.length))
  return { roleId: Number(roleId), states: after(STATE).map(Number), cinemas: after(CINEMA) }
}

type Props = { grants: readonly GrantDraft[]; onChange: (grants: GrantDraft[]) => void; error?: ReactNode }

/** What somebody may do besides at some cinemas: a role each, with its states and cinemas. */
export function GrantFields({ grants, onChange, error }: Props) {
  const reading = useRead(cinemas.list, { query: { with_closed: 'true' } })
  const giving = useGiving()
  const states = reading.data ?? []
  const placesOf = (roleId: string) => [
    {
      group: 'States',
      items: states
        .filter(({ id }) => giving.mayGiveAt(roleId, { state: id }))
        .map(({ id, name }) => ({ value: STATE + id, label: `All of ${name}` })),
    },
    {
      group: 'Cinemas',
      items: states
        .flatMap(({ cinemas: ofState }) => ofState)
        .filter(({ id }) => giving.mayGiveAt(roleId, { cinema: id }))
        .map(({ id, cinema_name }) => ({ value: CINEMA + id, label: cinema_name })),
    },
  ]
  const set = (at: number, change: Partial<GrantDraft>) =>
    onChange(grants.map((grant, n) => (n === at ? { ...grant, ...change } : grant)))

  return (
    <fieldset className={styles.grants}>
      <legend>Roles at some cinemas</legend>
      {grants.map((grant, at) => (
        <div key={at} className={styles.grant}>
          <RolePicker
            offers={giving.mayGiveSomewhere}
            label={`Role ${at + 1}`}
            value={grant.roleId}
            onChange={(roleId) => set(at, { roleId })}
          />
          <MultiSelect
            label="At"
            data={placesOf(grant.roleId)}
            searchable
            placeholder={grant.places.length ? undefined : reading.isPending ? 'Loading…' : 'States and cinemas'}
            value={grant.places}
            onChange={(chosen) => set(at, { places: chosen })}
            error={reading.error?.message}
          />
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Remove role ${at + 1} at some cinemas`}
            onClick={() => onChange(grants.filter((_, n) => n !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error && <p className={styles.problem}>{error}</p>}
      {giving.isBound && <p className={styles.note}>{messages.offered}.</p>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...grants, { roleId: '', places: [] }])}
      >
        Add a role at some cinemas
      </Button>
    </fieldset>
  )
}
