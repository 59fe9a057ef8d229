/** Round steps, so that an axis reads 0, 2m, 4m and not 0, 1.7m, 3.4m. */
const ROUND = [1, 2, 2.5, 5, 10]
const WANTED = 4

/**
 * The marks of an axis that holds every value, evenly spaced and rising; zero is among them, but where the axis is close.
 * @param isInteger there is no half of what is counted
 * @param isClose it spans no more than its values do: what hardly moves is seen to move
 */
export function ticksOf(values: readonly (number | null)[], isInteger = false, isClose = false): number[] {
  const known = values.filter((value) => value !== null)
  const spanned = isClose && new Set(known).size > 1 ? known : [0, ...known]
  const low = Math.min(...spanned)
  // Where all is zero the axis still has a length.
  const high = Math.max(...spanned) || (low ? 0 : 1)
  const rough = (high - low) / WANTED
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = power * ROUND.find((step) => step * power >= rough * 0.999)!
  const step = isInteger ? Math.max(1, Math.ceil(round)) : round
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // Whole multiples, each rounded by itself: 0.1 + 0.2 is not what an axis should say.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** A part of a bar: from and to, in the axis's unit. */
type BarPart = { series: number; from: number; to: number }

/** Parts on each other: what is above zero upwards, what is below it downwards. */
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

/** Every how many of the labels are written, so that none touches the next. */
export const labelEvery = (band: number, labelWidth: number): number => Math.max(1, Math.ceil(labelWidth / band))

/** The lines of one series: a point without a value ends one and begins another. */
export function runsOf<P>(points: readonly (P | null)[]): P[][] {
  const runs: P[][] = [[]]
  for (const point of points) {
    if (point !== null) runs.at(-1)!.push(point)
    else if (runs.at(-1)!.length) runs.push([])
  }
  return runs.filter((run) => run.length)
}
