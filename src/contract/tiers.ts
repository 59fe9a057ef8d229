/** Tiers of the loyalty programme, by their ids on the wire. Everybody begins as the first. */
export const TIERS = ['Fan', 'Buff', 'Fanatic'] as const
export type Tier = 0 | 1 | 2
