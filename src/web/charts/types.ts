/** Line, or part of each bar. `color` is a token with the same meaning in every chart. */
export type Series = { id: string; label: string; color: string }

/** Values at one place of the axis, one per series; null: no value. */
export type Point = {
  id: string
  /** Label in tooltips, tables and for screen readers: 14/11/2026. */
  label: string
  /** Label under the axis: 14/11. */
  short: string
  values: readonly (number | null)[]
  /** The period is not over, so its values are partial. */
  isRunning?: boolean
}

/** Format of a figure: in full, and short for an axis. */
export type Format = {
  full: (value: number) => string
  short: (value: number) => string
  /** Integers only: the axis has no marks between them. */
  isInteger?: boolean
}

/**
 * `bars` are stacked when there are several series; `lines` have an axis close to their values; `area` fills the space
 * below a line.
 */
export type Kind = 'bars' | 'lines' | 'area'
