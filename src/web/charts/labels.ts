import type { Format, Point, Series } from './types.ts'

type How = { series: readonly Series[]; format: Format; total?: boolean | undefined }

export const show = (format: Format, value: number | null | undefined) => (value == null ? '–' : format.full(value))

/** Labels a point: 22/11/2026, or 22/11/2026, so far. */
export const labelOf = ({ label, isRunning }: Point): string => (isRunning ? `${label}, so far` : label)

export const totalOf = ({ values }: Point): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Returns the name and value of each series at a point, and the total where the parts have one. */
export const partsOf = (point: Point, { series, format, total }: How): [name: string, value: string][] => [
  ...series.map(({ label }, at): [string, string] => [label, show(format, point.values[at])]),
  ...(total && series.length > 1 ? [['Total', format.full(totalOf(point))] as [string, string]] : []),
]

/** Describes a point: "14/11/2026: Web 12, Mobile 4, Total 16". */
export const sayPoint = (point: Point, how: How): string =>
  `${labelOf(point)}: ${partsOf(point, how)
    .map((part) => part.join(' '))
    .join(', ')}`
