import type { Chance } from './chance.ts'

/** What real answers taught: values by the name of their field, and whole records by their feature. */
export type Known = {
  learn: (data: unknown, tag: string) => void
  /** Lists of values that were seen under a name or one that means the same, the feature's own first. */
  pools: (name: string, tag: string) => readonly (readonly unknown[])[]
  /** A record of a feature; an empty one where none was seen. */
  record: (tag: string) => Record<string, unknown>
}

const VALUES_MOST = 60
const RECORDS_MOST = 80
const DEPTH_MOST = 8
const LOOKED_AT = 30
const FIELDS_LOOKED_AT = 80

/** Fields of requests, by the field of the answers that has their values. */
const SAME: Record<string, string> = {
  rosetta_movie_id: 'movie_id',
  subscriptionId: 'product_id',
  cinemaId: 'cinema_id',
  movie_ids: 'movie_id',
  rosetta_product_id: 'product_id',
  rosetta_product_ids: 'product_id',
  combo_items: 'product_id',
  other: 'customers:userId',
  one: 'customers:userId',
  permission: 'permissions',
}
/** Where else the id of a record may stand. */
const IDS = ['booking_id', 'userId']

/** @param isSecret of the fuzzer's own people, whom nothing may learn to harm */
export function knowing(chance: Chance, isSecret: (value: unknown) => boolean): Known {
  const values = new Map<string, unknown[]>()
  const records = new Map<string, Record<string, unknown>[]>()
  const keep = <T>(list: T[] | undefined, one: T, most: number): T[] => {
    if (!list) return [one]
    if (list.length < most) list.push(one)
    else list[chance.int(0, most - 1)] = one
    return list
  }
  const look = (value: unknown, key: string, tag: string, depth: number): void => {
    if (depth > DEPTH_MOST || value === null || value === undefined || isSecret(value)) return
    if (Array.isArray(value)) return value.slice(0, LOOKED_AT).forEach((one) => look(one, key, tag, depth + 1))
    if (typeof value === 'object') {
      records.set(tag, keep(records.get(tag), value as Record<string, unknown>, RECORDS_MOST))
      for (const [name, one] of Object.entries(value).slice(0, FIELDS_LOOKED_AT)) look(one, name, tag, depth + 1)
      return
    }
    for (const name of [key, `${tag}:${key}`]) values.set(name, keep(values.get(name), value, VALUES_MOST))
  }
  return {
    learn: (data, tag) => look(data, 'data', tag, 0),
    pools: (name, tag) => {
      const names = [`${tag}:${name}`, SAME[name], name, ...(name === 'id' ? IDS.map((id) => `${tag}:${id}`) : [])]
      return names.flatMap((one) => (one === undefined ? [] : [values.get(one) ?? []])).filter(({ length }) => length)
    },
    record: (tag) => chance.pick(records.get(tag) ?? [{}]),
  }
}
