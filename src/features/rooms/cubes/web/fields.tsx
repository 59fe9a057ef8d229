/** The fields that the dialogs of a booking share. */
import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { movies } from '#features/programming/movies/contract.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { Pair } from '#web/form/Pair.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showNaira, today } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import type { PaidBy } from '../draft-rules.ts'
import { bookingDays, COUNTER_METHODS } from '../rules.ts'
import styles from './Cubes.module.css'
import { showChoice } from './format.ts'

/** What Mantine's form gives to a field. */
type Input<V> = { value: V; onChange: (value: V) => void; error?: ReactNode }

export const DaySelect = ({ label, value, onChange, error }: Input<string> & { label: string }) => (
  <Select
    label={label}
    placeholder="Choose a day"
    allowDeselect={false}
    data={bookingDays(today()).map((day) => ({ value: day, label: showChoice(day) }))}
    value={value || null}
    onChange={(day) => day && onChange(day)}
    error={error}
  />
)

type SlotProps = Input<string> & { cubeId: number | undefined; day: string }

/** The free hours of a cube on a day. */
export function SlotSelect({ cubeId, day, value, onChange, error }: SlotProps) {
  const isEnabled = cubeId !== undefined && day !== ''
  const slots = useRead(cubes.slots, { query: { cube_id: cubeId!, date: day } }, { enabled: isEnabled })
  const free = isEnabled && !slots.isPlaceholderData ? slots.data : undefined
  const isUnavailable = value !== '' && free?.every(({ date_time }) => date_time !== value)
  return (
    <Select
      label="Start Time"
      placeholder={
        !isEnabled
          ? 'Choose the day first'
          : slots.error
            ? 'Could not be loaded'
            : free?.length === 0
              ? 'No free times on that day'
              : 'Choose a free time'
      }
      disabled={!isEnabled}
      allowDeselect={false}
      data={(free ?? []).map(({ label, date_time }) => ({ value: date_time, label }))}
      value={isUnavailable ? null : value || null}
      onChange={(at) => at && onChange(at)}
      error={error ?? (isUnavailable ? 'That time is no longer free. Choose another.' : slots.error?.message)}
    />
  )
}

type MovieProps = Input<string> & {
  cinemaId: string | undefined
  /** The one that was chosen before, whether it is still on show or not. */
  known?: { movie_id: string; movie_title: string }
}

/** The movies that the cinema shows on the days that can be booked. */
export function MovieSelect({ cinemaId, known, value, onChange, error }: MovieProps) {
  const days = bookingDays(today())
  const query = { cinema_id: cinemaId!, start_date: days[0]!, end_date: days.at(-1)!, platform: 'WEB' }
  const found = useRead(movies.newList, { query }, { enabled: cinemaId !== undefined })
  const offered = (found.data ?? []).map(({ movie_id, movie_name }) => ({ value: movie_id, label: movie_name }))
  const isKnown = known && offered.some((movie) => movie.value === known.movie_id)
  return (
    <Select
      label="Select a movie"
      placeholder={
        cinemaId === undefined ? 'Choose the cube first' : found.error ? 'Could not be loaded' : 'Choose a movie'
      }
      disabled={cinemaId === undefined}
      searchable
      allowDeselect={false}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No matching movie at this cinema'}
      data={known && !isKnown ? [{ value: known.movie_id, label: known.movie_title }, ...offered] : offered}
      value={value || null}
      onChange={(movie) => movie && onChange(movie)}
      error={error ?? found.error?.message}
    />
  )
}

/** What a booking keeps. */
export const Locked = ({ label, value }: { label: string; value: string }) => (
  <TextInput label={label} value={value} readOnly className={styles.locked} />
)
export const LockedCube = ({ of }: { of: Pick<CubeBooking, 'cube_name' | 'cinema_name'> }) => (
  <Locked label="Select a Cube" value={`${of.cube_name}, ${of.cinema_name}`} />
)

const PAID_BY = [
  ...COUNTER_METHODS.map((method) => ({ value: method, label: METHOD_LABELS[method] })),
  { value: 'log', label: 'Payment in Payment Logs' },
]

/** How what is due is paid: at the cinema, or by a payment that is there already. */
export const PaidHow = ({ paidBy, reference }: { paidBy: Input<PaidBy>; reference: object }) => (
  <Pair>
    <Select
      label="Paid by"
      placeholder="Choose how it is paid"
      allowDeselect={false}
      data={PAID_BY}
      value={paidBy.value || null}
      onChange={(way) => way && paidBy.onChange(way as PaidBy)}
      error={paidBy.error}
    />
    {paidBy.value === 'log' && (
      <TextInput label="Payment reference" maxLength={200} autoComplete="off" {...reference} />
    )}
  </Pair>
)

type DueProps = {
  label: string
  /** Naira, as the server worked it out; undefined until it has. */
  amount: number | undefined
  note?: ReactNode
  error?: Error | null | undefined
  onRetry?: () => unknown
}

/** What is to be paid, before it is. */
export const Due = ({ label, amount, note, error, onRetry }: DueProps) =>
  error ? (
    <ErrorState error={error} onRetry={onRetry} compact />
  ) : (
    <div className={styles.due} role="status">
      <span>{label}</span>
      <b>{amount === undefined ? '–' : showNaira(amount)}</b>
      {note && <small>{note}</small>}
    </div>
  )
