/** Tiers of the loyalty programme, by their ids on the wire. Every customer starts in the first. */
export const TIERS = ['Fan', 'Buff', 'Fanatic'] as const
export type Tier = 0 | 1 | 2
