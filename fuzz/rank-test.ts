/**
 * Mann and Whitney's test of two samples.
 * @returns `guessed`: how often the larger of two values, one of each, is told by its sample (a half: never better than
 *   chance); `z`: how many standard deviations that is from chance, above 0 when the second sample is larger
 */
export function rankTest(one: readonly number[], other: readonly number[]): { guessed: number; z: number } {
  const all = [...one.map((value) => ({ value, isOther: false })), ...other.map((value) => ({ value, isOther: true }))]
  all.sort((a, b) => a.value - b.value)
  let ranks = 0
  for (let from = 0, to = 0; from < all.length; from = to) {
    // Equal values share the middle of their ranks.
    for (to = from; to < all.length && all[to]!.value === all[from]!.value;) to++
    const others = all.slice(from, to).filter(({ isOther }) => isOther).length
    ranks += others * ((from + 1 + to) / 2)
  }
  const [n, m] = [one.length, other.length]
  const larger = (ranks - (m * (m + 1)) / 2) / (n * m)
  const deviation = Math.sqrt((n + m + 1) / (12 * n * m))
  return { guessed: Math.max(larger, 1 - larger), z: (larger - 0.5) / deviation }
}
