/** Round steps, so that an axis reads 0, 2m, 4m and not 0, 1.7m, 3.4m. */
const ROUND = [1, 2, 2.5, 5, 10]
const WANTED = 4

/**
 * Returns the marks of an axis that covers all values: evenly spaced, rising, and with zero unless the axis is close.
 * @param isInteger no marks between integers
 * @param isClose spans only the values, so that small changes are visible
 */
export function ticksOf(values: readonly (number | null)[], isInteger = false, isClose = false): number[] {
  const known = values.filter((value) => value !== null)
  const spanned = isClose && new Set(known).size > 1 ? known : [0, ...known]
  const low = Math.min(...spanned)
  // Gives the axis a length when all values are zero.
  const high = Math.max(...spanned) || (low ? 0 : 1)
  const rough = (high - low) / WANTED
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = power * ROUND.find((step) => step * power >= rough * 0.999)!
  const step = isInteger ? Math.max(1, Math.ceil(round)) : round
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // Rounds each multiple by itself, because 0.1 + 0.2 would be shown as 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** Part of a bar: from and to, in the axis's unit. */
type BarPart = { series: number; from: number; to: number }

/** Stacks values: positive ones upwards, negative ones downwards. */
export function stack(values: readonly (number | null)[]): BarPart[] {
  let up = 0
  let down = 0
  return values.flatMap((value, series) => {
    if (!value) return []
    const from = value > 0 ? up : down
    if (value > 0) up += value
    else down += value
    return [{ series, from, to: from + value }]
  })
}

/** Returns the interval of written labels, so that they do not touch. */
export const labelEvery = (band: number, labelWidth: number): number => Math.max(1, Math.ceil(labelWidth / band))

/** Splits a series into lines at points without a value. */
export function runsOf<P>(points: readonly (P | null)[]): P[][] {
  const runs: P[][] = [[]]
  for (const point of points) {
    if (point !== null) runs.at(-1)!.push(point)
    else if (runs.at(-1)!.length) runs.push([])
  }
  return runs.filter((run) => run.length)
}
