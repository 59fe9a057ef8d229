import { errors } from '#contract/errors.ts'
import { counted, showCount } from '#contract/counted.ts'
import { fold } from '#contract/fold.ts'
import { asEmail, type DateOrder, type ImportField } from './cell-rules.ts'

/** Rules and words of imports that both faces obey. */

/** The first lines, as they will be. */
export const PREVIEW_LINES = 20
/** How long the lines of a file are kept that was not imported, or of which some were refused. */
export const FILE_RETENTION_DAYS = 7

/** Which column of a file is what. */
export type Columns = {
  /** By the file's columns: a field's name, or null for one that is not imported. */
  columns: (string | null)[]
  /** What is the same for all lines, by the field's name. */
  forAll: Record<string, string>
  dates: DateOrder | null
  /** By the field's name: what stands in the file, and the id of what was chosen for it. */
  names: Record<string, Record<string, string>>
}

/** What became of the lines of a file. */
export type LineCounts = {
  /** Of a workbook, its rows. */
  all: number
  read: number
  /** Before the headings. */
  above: number
  empty: number
  /** Left out: the spreadsheet hides them, or filters them out. */
  hidden: number
  /** Lines that go on within a cell. */
  withinCells: number
}

/** Says what became of each line of a file: the parts add up to all. */
export function countLines({ all, read, above, empty, hidden, withinCells }: LineCounts): string {
  const headings = all - read - above - empty - hidden - withinCells
  const parts: [number, string][] = [
    [headings, 'with the headings'],
    [above, 'above the headings'],
    [empty, 'empty'],
    [hidden, 'hidden and skipped'],
    [withinCells, 'inside cells'],
  ]
  const counts = parts.filter(([n]) => n > 0).map(([n, label]) => `, ${showCount(n)} ${label}`)
  return `${counted(all, 'line')} in the file: ${showCount(read)} read${counts.join('')}`
}

export const messages = {
  noSuchImport: errors.notFound('import'),
  unknown: errors.notFound('import'),
  noHeading: 'The file has headings but no rows',
  twice: (label: string) => `Choose one column for ${label}`,
  missing: (labels: string) => `Choose the column for ${labels}`,
  dates: 'Choose how dates are written',
  otherColumns: 'These columns are not in the file',
  begun: 'This import was already started',
  isRemoved: `The file was deleted, because files are kept for ${FILE_RETENTION_DAYS} days. Choose the file again.`,
  separator: 'Choose one of the separators',
  encoding: 'Choose one of the encodings',
  heading: 'Choose one of the first lines',
  hidden: 'Choose “read” or “leave out”',
  sameLine: 'Same as an earlier line',
} as const

const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Of which field a heading speaks: its own words, else some of them. */
const isCalled = (heading: string, { name, label, names }: ImportField) =>
  [name, label, ...names].map(bare).includes(heading)
const saysSo = (heading: string, { names, except = [] }: ImportField) =>
  !except.some((word) => heading.includes(bare(word))) &&
  names.some((word) => bare(word).length >= 4 && heading.includes(bare(word)))

/**
 * Which line of the first ones is the heading: the one with most known words, else the first with several cells. -1 where
 * that line is about somebody already, and the file has no headings.
 */
export function headingAt(lines: readonly (readonly string[])[], fields: readonly ImportField[]): number {
  const known = lines.map((cells) => cells.filter((cell) => fields.some((field) => isCalled(bare(cell), field))).length)
  const most = Math.max(0, ...known)
  if (most > 0) return known.indexOf(most)
  const first = Math.max(
    0,
    lines.findIndex((cells) => cells.filter((cell) => cell.trim()).length > 1),
  )
  return lines[first]?.some((cell) => Object.values(LOOKS).some((looks) => looks(cell.trim()))) ? -1 : first
}

const LOOKS: Readonly<Record<string, (cell: string) => boolean>> = {
  email: (cell) => asEmail(cell) !== undefined,
  phone: (cell) => /^\+?[\d\s().-]{9,20}$/.test(cell) && cell.replace(/\D/g, '').length >= 9,
}

/** Which column is what: by the words of its heading, then by what is in it. */
export function guessColumns(
  headings: readonly string[],
  lines: readonly (readonly string[])[],
  fields: readonly ImportField[],
): (string | null)[] {
  const columns: (string | null)[] = headings.map(() => null)
  const take = (fits: (field: ImportField, at: number) => boolean) => {
    for (const at of headings.keys()) {
      if (columns[at] !== null) continue
      const field = fields.find((one) => !columns.includes(one.name) && fits(one, at))
      if (field) columns[at] = field.name
    }
  }
  const counts = headings.map(bare)
  // A field's own name goes before other words for it.
  take(({ name, label }, at) => [name, label].map(bare).includes(counts[at]!))
  take((field, at) => isCalled(counts[at]!, field))
  take((field, at) => counts[at] !== '' && saysSo(counts[at]!, field))
  take(({ type }, at) => {
    const looks = LOOKS[type]
    const cells = lines.map((cells) => cells[at]?.trim() ?? '').filter(Boolean)
    return looks !== undefined && cells.length > 0 && cells.every(looks)
  })
  return columns
}

/** How a column writes its days, as far as its cells tell. */
export type DatesSeen = {
  /** 24/05/2026 is day first alone, 05/24/2026 month first alone, 03/04/2026 either. */
  dmy: boolean
  mdy: boolean
  either: boolean
  /** Dates of the spreadsheet itself, whose day can be a month too, and that cannot. */
  low: boolean
  high: boolean
}
export const NO_DATES: DatesSeen = { dmy: false, mdy: false, either: false, low: false, high: false }
const SLASHED = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2}(\d{2})?\b/
const INTEGER = /^\d{4}-\d\d-(\d\d)/

/** What a cell more says of how a column writes its days; only in a workbook is 2026-05-06 a date of the spreadsheet itself. */
export function seeDate(seen: DatesSeen, cell: string, isWorkbook: boolean): DatesSeen {
  const [, day] = (isWorkbook && INTEGER.exec(cell)) || []
  if (day !== undefined) return { ...seen, ...(Number(day) > 12 ? { high: true } : { low: true }) }
  const [, first, second] = SLASHED.exec(cell) ?? []
  if (first === undefined) return seen
  if (Number(first) > 12) return { ...seen, dmy: true }
  return { ...seen, ...(Number(second) > 12 ? { mdy: true } : { either: true }) }
}

/** A spreadsheet that reads month first makes 6 May of 05/06/2026, and leaves 24/05/2026 as text: its dates end at the twelfth. */
const canBeSwapped = ({ low, high }: DatesSeen) => low && !high

/** How the days of the chosen columns are written; undefined where somebody has to say. */
export function dateOrderOf(
  { columns, dates }: Columns,
  seen: readonly DatesSeen[],
  fields: readonly ImportField[],
): DateOrder | undefined {
  if (dates) return dates
  const isDay = (name: string | null) => fields.some((field) => field.name === name && field.type === 'day')
  const those = seen.filter((_, at) => isDay(columns[at] ?? null))
  const [dmy, mdy] = [those.some((one) => one.dmy), those.some((one) => one.mdy)]
  if ((dmy && mdy) || those.some(canBeSwapped)) return undefined
  if (dmy || mdy) return dmy ? 'dmy' : 'mdy'
  return those.some(({ either }) => either) ? undefined : 'dmy'
}

type Kind = { fields: readonly ImportField[]; needs: readonly (readonly string[])[]; knownBy?: string }

/** What keeps columns from being imported, in words; undefined where nothing does. */
export function columnsProblem(
  chosen: Columns,
  seen: readonly DatesSeen[],
  { fields, needs, knownBy }: Kind,
): string | undefined {
  const labelOf = (name: string) => fields.find((field) => field.name === name)!.label
  const mapped = chosen.columns.filter((name) => name !== null)
  if (chosen.columns.length !== seen.length || mapped.some((name) => !fields.some((field) => field.name === name)))
    return messages.otherColumns
  const twice = mapped.find((name, at) => mapped.indexOf(name) !== at)
  if (twice) return messages.twice(labelOf(twice))
  const has = (name: string) => mapped.includes(name) || Boolean(chosen.forAll[name]?.trim())
  const required = knownBy !== undefined && has(knownBy) ? [] : needs
  const missing = required.filter((any) => !any.some(has)).map((any) => any.map(labelOf).join(' or '))
  if (missing.length) return messages.missing([...new Set(missing)].join(', '))
  return dateOrderOf(chosen, seen, fields) ? undefined : messages.dates
}
