import { errors } from '#contract/errors.ts'
import { fold } from '#contract/fold.ts'
import type { Scope } from '#contract/permissions.ts'
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

/** Cinemas to be filtered by, in their order. */
export const cinemaOptions = (states: readonly CinemaState[] = []) =>
  states.flatMap((state) => state.cinemas).map((cinema) => ({ value: cinema.id, label: cinemaLabel(cinema) }))

/**
 * The places that figures can be of, for whoever sees these cinemas: each state as a group, with all of it first and its cinemas
 * after. A value is ids of cinemas, sorted, with commas between.
 */
export function placesIn(states: readonly CinemaState[], scope: Scope) {
  const seen = states
    .map((state) => ({ ...state, cinemas: state.cinemas.filter(({ id }) => scope === 'chain' || scope.includes(id)) }))
    .filter(({ cinemas }) => cinemas.length > 0)
  const groups = seen.map(({ name, cinemas }) => ({
    group: name,
    items: [
      ...(cinemas.length > 1
        ? [
            {
              value: cinemas
                .map(({ id }) => id)
                .toSorted()
                .join(),
              label: `All of ${name}`,
            },
          ]
        : []),
      ...cinemas.map((cinema) => ({ value: cinema.id, label: cinemaLabel(cinema) })),
    ],
  }))
  const [first] = seen
  return {
    groups,
    known: new Set(groups.flatMap(({ items }) => items.map(({ value }) => value))),
    /** The name of the one cinema that there is to see. */
    only: seen.length === 1 && first!.cinemas.length === 1 ? cinemaLabel(first!.cinemas[0]!) : undefined,
  }
}

/** Chosen cinemas in the name of a file: `_lekki`, `_3-cinemas`; nothing of all. */
export function inFileName(names: readonly string[] | undefined): string {
  if (!names) return ''
  const [name = ''] = names
  const short = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (names.length === 1) return `_${short || 'cinema'}`
  return `_${names.length}-cinemas`
}

/** The same in a sentence: "Lekki", "Lekki and Ikeja", "3 cinemas". */
export const inSentence = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.length} cinemas`

export const NO_SUCH_CINEMA = errors.notFound('cinema')

/** A new chain has none. */
export const NO_CINEMA = {
  title: 'No cinemas yet',
  text: 'Cinemas are imported from the point of sale. A superadmin sets it up under Connections.',
}

/** The state that a cinema stands in. */
export const stateOf = (states: readonly CinemaState[], cinemaId: string | undefined) =>
  states.find((state) => state.cinemas.some((cinema) => cinema.id === cinemaId))
