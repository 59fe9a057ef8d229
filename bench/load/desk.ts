import type { Permission } from '#contract/permissions.ts'
import { search } from '#features/lists/search/contract.ts'
import type { Chance } from '../../fuzz/chance.ts'
import type { Sizes } from '../grown/sizes.ts'
import { COMMON_WORD, RARE_WORD } from '../seeding.ts'
import type { Browser } from './browser.ts'

/** What there is to work with; `refundable`: payments of which nothing is refunded yet, each for one clerk. */
export type Ground = {
  sizes: Sizes
  plan: number
  movie: string
  cubes: { id: number; cinema: string }[]
  refundable: number[]
}
/** One member of staff at work. */
export type Desk = { browser: Browser; chance: Chance; ground: Ground }
export type Action = (desk: Desk) => Promise<unknown>
/** What people with a role do, and how often of all that they do. */
export type Role = { name: string; permissions: Permission[]; actions: [often: number, action: Action][] }

/** Two who work at the same thing: one of them was later. What cannot be, such as more points than there are. */
export const CONFLICT = 409
export const IMPOSSIBLE = 422
export const PAGE = 10
/** So far people turn pages. */
const PAGES = 50
/** Names that people look for: some have one in forty, some three people. */
export const TERMS = [COMMON_WORD, 'adeyemi', 'ngozi', 'chinedu bello', RARE_WORD, 'okafor tunde']

export const pageOf = ({ chance }: Desk): number => (chance.happens(0.5) ? 1 : chance.int(2, PAGES))

/** Anybody who is neither erased nor merged. */
export const anyCustomer = ({ chance, ground }: Desk): number =>
  chance.int(0, Math.floor(ground.sizes.customers / 1000) - 1) * 1000 + chance.int(101, 999)

export const rowsOf = (key: string) => (data: Record<string, unknown[]>) =>
  data[key]!.length > 0 && data[key]!.length <= PAGE

export const palette: Action = ({ browser, chance }) =>
  browser.look({
    as: 'palette',
    call: search.find,
    query: { query: chance.pick([...TERMS, 'film 12', 'cinema', 'category 4', 'ade']) },
    isRight: (found: unknown) => Array.isArray(found),
  })

/** One of what they do. */
export function actionOf({ actions }: Role, chance: Chance): Action {
  const sum = actions.reduce((all, [often]) => all + often, 0)
  let at = chance.next() * sum
  for (const [often, action] of actions) if ((at -= often) < 0) return action
  return actions[0]![1]
}
