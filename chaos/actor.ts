import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../fuzz/chance.ts'
import type { Client, Person } from './client.ts'
import type { World } from './world.ts'

/** What actors act with. */
export type Stage = {
  world: World
  client: Client
  chance: Chance
  /** May do everything. */
  boss: Person
  /** With the headers of a program that reports what happened. */
  program: Record<string, string>
  /** Notes what must never be answered. */
  note: (fault: string) => void
}

/** One kind of work, done again and again while things are killed. */
export type Actor = {
  name: string
  /** Does it once and remembers what was acknowledged. */
  step: () => Promise<void>
  /** @returns how often it was acknowledged, and what of it the database does not have, or has twice */
  verify: () => Promise<{ acknowledged: number; faults: string[] }>
}

/** The values that are not there exactly once. */
export function notOnce<Value>(wanted: Iterable<Value>, found: readonly Value[], what: string): string[] {
  const counts = new Map<Value, number>()
  for (const value of found) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...wanted].flatMap((value) => {
    const count = counts.get(value) ?? 0
    return count === 1 ? [] : [`${what} ${String(value)} is there ${count} times`]
  })
}

/** Reads once a second until it is as wanted, so many seconds at most. @returns what was read last */
export async function readUntil<Found>(
  read: () => Promise<Found>,
  isDone: (found: Found) => boolean,
  seconds: number,
): Promise<Found> {
  let found = await read()
  for (let tries = 0; tries < seconds && !isDone(found); tries++) {
    await sleep(1000)
    found = await read()
  }
  return found
}
