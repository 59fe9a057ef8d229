import { showCount } from '#contract/counted.ts'
import { fold } from '#contract/fold.ts'
import { asEmail, type DateOrder, type ImportField } from './cell-rules.ts'

/** Rules and words of imports that both faces obey. */

/** The first lines, as they will be. */
export const PREVIEW_LINES = 20
/** How long the lines of a file are kept that was not imported, or of which some were refused. */
export const FILE_KEPT_DAYS = 7

/** Which column of a file is what. */
export type Columns = {
  /** By the file's columns: a field's name, or null for one that is not imported. */
  columns: (string | null)[]
  /** What is the same for all lines, by the field's name. */
  forAll: Record<string, string>
  dates: DateOrder | null
}

export const messages = {
  noSuchImport: 'There is no such import',
  unknown: 'There is no such import',
  noHeading: 'The file has no line under its headings',
  twice: (label: string) => `Choose one column for ${label}`,
  missing: (labels: string) => `Choose the column for ${labels}`,
  dates: 'Choose how dates are written',
  otherColumns: 'The columns are not those of the file',
  begun: 'This import was started already',
  isGone: `The file was deleted: its lines are kept for ${FILE_KEPT_DAYS} days. Choose it again`,
  sameLine: (line: number) => `The same as line ${showCount(line)}`,
} as const

const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Of which field a heading speaks: its own words, else some of them. */
const isCalled = (heading: string, { name, label, words }: ImportField) =>
  [name, label, ...words].map(bare).includes(heading)
const saysSo = (heading: string, { words, except = [] }: ImportField) =>
  !except.some((word) => heading.includes(bare(word))) &&
  words.some((word) => bare(word).length >= 4 && heading.includes(bare(word)))

/** Which line of the first ones is the heading: the one with most known words, else the first with several cells. */
export function headingAt(lines: readonly (readonly string[])[], fields: readonly ImportField[]): number {
  const known = lines.map((cells) => cells.filter((cell) => fields.some((field) => isCalled(bare(cell), field))).length)
  const most = Math.max(0, ...known)
  if (most > 0) return known.indexOf(most)
  const first = lines.findIndex((cells) => cells.filter((cell) => cell.trim()).length > 1)
  return Math.max(0, first)
}

const LOOKS: Partial<Record<ImportField['type'], (cell: string) => boolean>> = {
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
  const said = headings.map(bare)
  take((field, at) => isCalled(said[at]!, field))
  take((field, at) => said[at] !== '' && saysSo(said[at]!, field))
  take(({ type }, at) => {
    const looks = LOOKS[type]
    const cells = lines.map((cells) => cells[at]?.trim() ?? '').filter(Boolean)
    return looks !== undefined && cells.length > 0 && cells.every(looks)
  })
  return columns
}

/** Days that can be read two ways, one way alone, or none. */
export const DATES_SEEN = ['none', 'dmy', 'mdy', 'either'] as const
export type DatesSeen = (typeof DATES_SEEN)[number]
const SLASHED = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2}(\d{2})?\b/

/** What a cell more says of how a column writes its days. */
export function seeDate(seen: DatesSeen, cell: string): DatesSeen {
  const [, first, second] = SLASHED.exec(cell) ?? []
  if (first === undefined) return seen
  if (Number(first) > 12) return 'dmy'
  if (Number(second) > 12) return seen === 'dmy' ? 'dmy' : 'mdy'
  return seen === 'none' ? 'either' : seen
}

/** How the days of the chosen columns are written; undefined where somebody has to say. */
export function dateOrderOf(
  { columns, dates }: Columns,
  seen: readonly DatesSeen[],
  fields: readonly ImportField[],
): DateOrder | undefined {
  if (dates) return dates
  const isDay = (name: string | null) => fields.some((field) => field.name === name && field.type === 'day')
  const those = seen.filter((_, at) => isDay(columns[at] ?? null))
  if (those.includes('dmy')) return 'dmy'
  if (those.includes('mdy')) return 'mdy'
  return those.includes('either') ? undefined : 'dmy'
}

type Kind = { fields: readonly ImportField[]; needs: readonly (readonly string[])[] }

/** What keeps columns from being imported, in words; undefined where nothing does. */
export function columnsProblem(
  chosen: Columns,
  seen: readonly DatesSeen[],
  { fields, needs }: Kind,
): string | undefined {
  const labelOf = (name: string) => fields.find((field) => field.name === name)!.label
  const mapped = chosen.columns.filter((name) => name !== null)
  if (chosen.columns.length !== seen.length || mapped.some((name) => !fields.some((field) => field.name === name)))
    return messages.otherColumns
  const twice = mapped.find((name, at) => mapped.indexOf(name) !== at)
  if (twice) return messages.twice(labelOf(twice))
  const has = (name: string) => mapped.includes(name) || Boolean(chosen.forAll[name]?.trim())
  const missing = needs.filter((any) => !any.some(has)).map((any) => any.map(labelOf).join(' or '))
  if (missing.length) return messages.missing([...new Set(missing)].join(', '))
  return dateOrderOf(chosen, seen, fields) ? undefined : messages.dates
}
