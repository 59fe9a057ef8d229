import { Button, MultiSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import type { AdminCinemaRole } from '../contract.ts'
import { messages, type CinemaRoleDraft } from '../rules.ts'
import styles from './Admins.module.css'
import { useGiving } from './giving.ts'
import { RolePicker } from './RolePicker.tsx'

const STATE = 'state:'
const CINEMA = 'cinema:'

export const cinemaRoleDraft = ({ roleId, states, cinemas: chosen }: AdminCinemaRole): CinemaRoleDraft => ({
  roleId: String(roleId),
  places: [...states.map((id) => STATE + id), ...chosen.map((id) => CINEMA + id)],
})

export const cinemaRoleBody = ({ roleId, places }: CinemaRoleDraft) => {
  const after = (prefix: string) =>
    places.filter((place) => place.startsWith(prefix)).map((place) => place.slice(prefix.length))
  return { roleId: Number(roleId), states: after(STATE).map(Number), cinemas: after(CINEMA) }
}

type Props = {
  cinemaRoles: readonly CinemaRoleDraft[]
  onChange: (cinemaRoles: CinemaRoleDraft[]) => void
  error?: ReactNode
}

/** What somebody may do besides at some cinemas: a role each, with its states and cinemas. */
export function CinemaRoleFields({ cinemaRoles, onChange, error }: Props) {
  const reading = useRead(cinemas.list, { query: { with_closed: 'true' } })
  const giving = useGiving()
  const states = reading.data ?? []
  const placesOf = (roleId: string) => [
    {
      group: 'States',
      items: states
        .filter(({ id }) => giving.canGiveAt(roleId, { state: id }))
        .map(({ id, name }) => ({ value: STATE + id, label: `All of ${name}` })),
    },
    {
      group: 'Cinemas',
      items: states
        .flatMap(({ cinemas: ofState }) => ofState)
        .filter(({ id }) => giving.canGiveAt(roleId, { cinema: id }))
        .map(({ id, cinema_name }) => ({ value: CINEMA + id, label: cinema_name })),
    },
  ]
  const set = (at: number, change: Partial<CinemaRoleDraft>) =>
    onChange(cinemaRoles.map((cinemaRole, n) => (n === at ? { ...cinemaRole, ...change } : cinemaRole)))

  return (
    <fieldset className={styles.cinemaRoles}>
      <legend>Cinema roles</legend>
      {cinemaRoles.map((cinemaRole, at) => (
        <div key={at} className={styles.cinemaRole}>
          <RolePicker
            offers={giving.canGiveSomewhere}
            label={`Role ${at + 1}`}
            value={cinemaRole.roleId}
            onChange={(roleId) => set(at, { roleId })}
          />
          <MultiSelect
            label="At"
            data={placesOf(cinemaRole.roleId)}
            searchable
            placeholder={cinemaRole.places.length ? undefined : reading.isPending ? 'Loading…' : 'States and cinemas'}
            value={cinemaRole.places}
            onChange={(chosen) => set(at, { places: chosen })}
            error={reading.error?.message}
          />
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Remove cinema role ${at + 1}`}
            onClick={() => onChange(cinemaRoles.filter((_, n) => n !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error && <p className={styles.problem}>{error}</p>}
      {giving.isBound && <p className={styles.note}>{messages.offered}</p>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...cinemaRoles, { roleId: '', places: [] }])}
      >
        Add cinema role
      </Button>
    </fieldset>
  )
}
