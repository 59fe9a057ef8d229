/** Chance that repeats by its seed. */
export type Chance = {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number from `least` to `most`, both included. */
  int: (least: number, most: number) => number
  /** One of a list that is not empty. */
  pick: <T>(list: readonly T[]) => T
  /** Whether what has this probability happens. */
  happens: (probability: number) => boolean
  chars: (count: number) => string
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** FNV-1a of the seed begins a mulberry32. */
export function chanceOf(seed: string): Chance {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)]!
  return {
    next,
    int,
    pick,
    happens: (probability) => next() < probability,
    chars: (count) => Array.from({ length: count }, () => pick([...ALPHABET])).join(''),
  }
}
