/** What became of the calls of one kind: how long each took in ms, and how many went wrong. */
type Kind = { times: number[]; errors: number }
export type Tallied = { kinds: Record<string, Kind>; errors: Record<string, number> }

export type Tally = ReturnType<typeof tallying>

/** Counts calls by their kind, from `begin` on. */
export function tallying() {
  const tallied: Tallied = { kinds: {}, errors: {} }
  let isOn = false
  const kindOf = (kind: string) => (tallied.kinds[kind] ??= { times: [], errors: 0 })
  return {
    begin: () => void (isOn = true),
    took: (kind: string, ms: number) => void (isOn && kindOf(kind).times.push(Math.round(ms * 100) / 100)),
    /** An answer that nobody may get; from the first call on. */
    failed: (kind: string, message: string) => {
      kindOf(kind).errors++
      const text = `${kind}: ${message}`
      tallied.errors[text] = (tallied.errors[text] ?? 0) + 1
    },
    tallied: () => tallied,
  }
}

/** Of numbers in order: the one that such a part of them is not above. */
export const percentile = (ordered: readonly number[], part: number): number =>
  ordered.length ? ordered[Math.min(ordered.length - 1, Math.ceil(ordered.length * part) - 1)]! : 0
