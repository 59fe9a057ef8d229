/** One line, or one part of each bar. `color` names a token that means the same in every chart. */
export type Series = { id: string; label: string; color: string }

/** What happened at one place of the axis: a value for each series, null where there is none. */
export type Point = {
  id: string
  /** In tooltips, tables and for those who hear it: 14/11/2026. */
  label: string
  /** Under the axis: 14/11. */
  short: string
  values: readonly (number | null)[]
  /** It is not over: what it has is so far. */
  isRunning?: boolean
}

/** How a figure is written: in full, and short enough for an axis. */
export type Format = {
  full: (value: number) => string
  short: (value: number) => string
  /** There is no half of it: the axis has no marks between. */
  isInteger?: boolean
}

/** `bars` stand on each other where there are several series; `lines` have an axis as close as their values; `area` is a line on its ground. */
export type Kind = 'bars' | 'lines' | 'area'
