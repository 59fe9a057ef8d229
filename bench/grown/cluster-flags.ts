import path from 'node:path'
import type { Sizes } from './sizes.ts'

/** The flags that say which kept cluster is meant, for `parseArgs`. */
export const STORED = {
  customers: { type: 'string', default: '1000000' },
  purchases: { type: 'string', default: '10000000' },
  from: { type: 'string', default: '18' },
  port: { type: 'string', default: '5618' },
  keep: { type: 'string', default: '' },
} as const

type Flags = Record<keyof typeof STORED, string>

/** Two pages and more of everything that there is little of. */
const FEWEST = 1000

/** @throws for what is no number above 0 */
export function numberOf<Name extends string>(flags: Record<Name, string>, name: Name): number {
  const number = Number(flags[name])
  if (!(number > 0)) throw new Error(`--${name} is a number above 0`)
  return number
}

/** @throws for what is no size */
export function sizesOf(flags: Flags): Omit<Sizes, 'until'> {
  const [customers, purchases] = [Number(flags.customers), Number(flags.purchases)]
  if (![customers, purchases].every((n) => Number.isInteger(n) && n >= FEWEST))
    throw new Error(`--customers and --purchases are numbers from ${FEWEST}`)
  return { customers, purchases, from: numberOf(flags, 'from') }
}

/** @throws when none is named */
export function folderOf({ keep }: Flags): string {
  if (!keep) throw new Error('--keep names the folder of a cluster that `npm run bench -- grown` fills')
  return path.resolve(keep)
}
