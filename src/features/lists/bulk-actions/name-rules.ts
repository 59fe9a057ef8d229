import { fold } from '#contract/fold.ts'
import { titleWithoutMarks } from '#features/programming/movies/rules.ts'

/** A record by the names that it is called. */
export type Named = { id: string; names: readonly string[] }

const NEAR_MOST = 5
/** Of pairs of letters that two names have in common: what a slip or two leave. */
const NEAR_ENOUGH = 0.5
const CONTAINED_LEAST = 4
/** What is longer is no name. */
const NAME_MOST = 200

/** An id as Excel leaves it: without the zeros before it. */
const withoutZeros = (id: string): string => (/^\d+$/.test(id) ? id.replace(/^0+/, '') || '0' : id)

/** A name without what people leave out: marks of the print, articles, and all that is neither letter nor digit. */
const bare = (name: string) =>
  fold(titleWithoutMarks(name))
    .replace(/^(the|an?) (?=.)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const pairsOf = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))

/** How alike two names are, from 0 to 1: by the pairs of letters that they share. */
function likeness(one: Set<string>, other: Set<string>): number {
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared++
  return one.size + other.size ? (2 * shared) / (one.size + other.size) : 0
}

/** Finds records by what people write for their names. */
export function nameFinder<T extends Named>(all: readonly T[]) {
  const by = (keysOf: (one: T) => readonly string[]) => {
    const found = new Map<string, T[]>()
    for (const one of all)
      for (const key of new Set(keysOf(one))) if (key) found.set(key, [...(found.get(key) ?? []), one])
    return found
  }
  const ids = by(({ id }) => [id])
  const shortIds = by(({ id }) => [withoutZeros(id)])
  const exact = by(({ names }) => names.map(fold))
  const loose = by(({ names }) => names.map(bare))
  const onlyOne = (found: T[] | undefined) => (found?.length === 1 ? found : undefined)
  /** The records with an id or a name, in their order; without such, the only one whose name is the same but for what people leave out. */
  const find = (typed: string): readonly T[] =>
    ids.get(typed) ??
    exact.get(fold(typed)) ??
    onlyOne(/^\d+$/.test(typed) ? shortIds.get(withoutZeros(typed)) : undefined) ??
    onlyOne(loose.get(bare(typed))) ??
    []
  // Of thousands of names, each time that one is looked for.
  let pairsOfNames: [name: string, pairs: Set<string>, records: T[]][] | undefined
  /** The most alike first. */
  const near = (typed: string): T[] => {
    if (typed.length > NAME_MOST) return []
    pairsOfNames ??= [...loose].map(([name, records]) => [name, pairsOf(name), records])
    const wanted = bare(typed)
    const pairs = pairsOf(wanted)
    const isPart = (one: string, other: string) => one.length >= CONTAINED_LEAST && other.includes(one)
    const scores = new Map<T, number>()
    for (const [name, those, records] of pairsOfNames) {
      const score = (isPart(wanted, name) || isPart(name, wanted) ? 1 : 0) + likeness(pairs, those)
      if (score >= NEAR_ENOUGH) for (const one of records) scores.set(one, Math.max(score, scores.get(one) ?? 0))
    }
    return [...scores]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, NEAR_MOST)
      .map(([one]) => one)
  }
  return { find, near }
}
