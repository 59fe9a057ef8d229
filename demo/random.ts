/** Repeatable choices: the same seed always yields the same sequence. */
export type Rng = {
  next: () => number
  range: (from: number, to: number) => number
  int: (from: number, to: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
}

/** The 32-bit FNV-1a hash of a text. */
export const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193)
  return value >>> 0
}

export const rngOf = (seed: string): Rng => {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const range = (from: number, to: number) => from + (to - from) * next()
  return {
    next,
    range,
    int: (from, to) => Math.floor(range(from, to + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (probability) => next() < probability,
  }
}
