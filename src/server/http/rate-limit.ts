import { isIPv4, isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { tooMany } from './problem.ts'
import { number, query } from '../db/query.ts'

type Limit = {
  max: number
  seconds: number
  /** A plural noun for the error: “exports”. Default: attempts. */
  of?: string
}

const windowOf = (seconds: number, now: Date) => Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000

/** Counts an attempt in the database, so that all servers share the count. @returns the attempts in this window */
export async function countTry(db: Db, key: string, seconds: number, now: Date): Promise<number> {
  const counted = await query(db, { count: number })`
    insert into rate_limits (key, window_start) values (${key}, ${new Date(windowOf(seconds, now)).toISOString()})
    on conflict (key, window_start) do update set count = rate_limits.count + 1 returning count`
  return counted.rows[0]!.count
}

/**
 * Counts an attempt.
 * @param onFirst runs for the first attempt above the limit in a window
 * @throws 429 with Retry-After above `max` attempts in the window
 */
export async function limit(
  db: Db,
  key: string,
  rule: Limit,
  now: Date,
  onFirst?: () => Promise<unknown>,
): Promise<void> {
  const tries = await countTry(db, key, rule.seconds, now)
  if (tries === rule.max + 1) await onFirst?.()
  if (tries > rule.max)
    throw tooMany(Math.max(1, Math.ceil((windowOf(rule.seconds, now) - now.getTime()) / 1000 + rule.seconds)), rule.of)
}

/**
 * Returns the network whose attempts add up: the /24 of an IPv4 address, or the /64 of an IPv6 one, which a provider
 * gives to one customer.
 */
export function networkOf(ip: string): string {
  const v4 = ip.replace(/^::ffff:/i, '')
  if (isIPv4(v4)) return `${v4.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - after.length).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Returns the address whose attempts add up: an IPv4 address, or the /64 of an IPv6 one, in which a person has any
 * number of addresses.
 */
export const addressOf = (ip: string): string =>
  isIPv6(ip) && !isIPv4(ip.replace(/^::ffff:/i, '')) ? networkOf(ip) : ip

/** Resets the count of a key after a success, because the attempts before it were typing errors. */
export const forgive = (db: Db, key: string) => db.execute(sql`delete from rate_limits where key = ${key}`)
