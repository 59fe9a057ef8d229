import { showDay, type Day } from '#contract/time.ts'
import { inFileName, inSentence } from './rules.ts'

/** What files of some cinemas and days are called, and say of themselves. */

/** More names than these are a number of cinemas. */
const MOST_NAMES = 5

type FileOf = {
  /** As in the name of the file: `sales-overview`. */
  file: string
  title: string
  /** Names of the cinemas that it is of, where it is not of all. */
  places: readonly string[] | undefined
  start: Day
  end: Day
  /** What else was chosen, in words. */
  more?: readonly string[]
}

/** What a file of figures is called, and the line above its heading: both say of which cinemas and days it is. */
export const fileOf = ({ file, title, places, start, end, more = [] }: FileOf) => ({
  name: `${file}${inFileName(places)}_${start}_${end}.csv`,
  about: [
    title,
    !places ? 'all cinemas' : places.length > MOST_NAMES ? inSentence(places) : places.join(', '),
    start === end ? showDay(start) : `${showDay(start)} to ${showDay(end)}`,
    ...more,
  ].join('; '),
})

/** What a list is filtered by, for the line above the heading: `names` has a name for each filter. */
export const describeFilters = (query: object, names: Readonly<Record<string, string>>): string[] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined || names[name] === undefined ? [] : [`${names[name]}: ${String(value)}`],
  )
