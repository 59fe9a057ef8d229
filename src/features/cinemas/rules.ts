import type { CinemaState } from './contract.ts'

const DEFAULT_STATE = 'lagos'
const DEFAULT_CINEMA = 'lekki'

/**
 * The cinema a screen starts with (core 9): in the state whose name contains Lagos the cinema whose name contains
 * Lekki; where there is none, the first there is.
 */
export function defaultCinema(states: readonly CinemaState[]) {
  const named = (name: string, part: string) => name.toLowerCase().includes(part)
  const state = states.find((one) => named(one.name, DEFAULT_STATE)) ?? states.find((one) => one.cinemas.length)
  return state?.cinemas.find((one) => named(one.cinema_name, DEFAULT_CINEMA)) ?? state?.cinemas[0]
}

/** Among all cinemas, closed ones too. */
export const cinemaLabel = ({ cinema_name: name, is_closed: isClosed }: CinemaState['cinemas'][number]) =>
  isClosed ? `${name} (closed)` : name

/** A new chain has none. */
export const NO_CINEMA = {
  title: 'There is no cinema yet',
  text: 'Cinemas come from the point of sale, which a superadmin connects under Connections.',
}

/** The state that a cinema stands in. */
export const stateOf = (states: readonly CinemaState[], cinemaId: string | undefined) =>
  states.find((state) => state.cinemas.some((cinema) => cinema.id === cinemaId))
