import { Select } from '#web/form/Select.tsx'
import type { CinemaState } from '../contract.ts'
import { stateOf } from '../rules.ts'
import styles from './CinemaPicker.module.css'

type Props = {
  states: readonly CinemaState[] | undefined
  /** The states could not be read. */
  isFailed?: boolean
  cinemaId: string | undefined
  onChange: (cinemaId: string) => void
}

/** State and cinema. Choosing a state goes to its first cinema. */
export function CinemaPicker({ states, isFailed = false, cinemaId, onChange }: Props) {
  const placeholder = isFailed ? 'Not loaded' : states?.length === 0 ? 'None yet' : ''
  const state = stateOf(states ?? [], cinemaId)
  return (
    <div className={styles.picker}>
      <Select
        aria-label="State"
        placeholder={placeholder}
        allowDeselect={false}
        searchable
        value={state ? String(state.id) : null}
        data={(states ?? [])
          .filter((one) => one.cinemas.length)
          .map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={(id) => {
          const first = states?.find((one) => String(one.id) === id)?.cinemas[0]
          if (first) onChange(first.id)
        }}
      />
      <Select
        aria-label="Cinema"
        placeholder={placeholder}
        allowDeselect={false}
        searchable
        value={cinemaId ?? null}
        data={(state?.cinemas ?? []).map((cinema) => ({ value: cinema.id, label: cinema.cinema_name }))}
        onChange={(id) => id && onChange(id)}
      />
    </div>
  )
}
