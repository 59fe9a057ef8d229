import { sql } from 'drizzle-orm'
import { purchasesOf } from '#features/customers/server/public.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

const buyers = (n: number) => (n > 0 ? 1 : 0)
const repeated = (n: number) => (n > 1 ? 1 : 0)

/** Purchases keep their day and money, so that sums stay; who bought how often is counted anew for the two. */
export const person: InPerson = {
  holds,
  merge: async (tx, { kept, lost }) => {
    const [mine, theirs] = [await purchasesOf(tx, kept), await purchasesOf(tx, lost)]
    const together = mine + theirs
    await tx.execute(sql`
      update buyer_counts set
        buyers = buyers + ${buyers(together) - buyers(mine) - buyers(theirs)},
        repeat_buyers = repeat_buyers + ${repeated(together) - repeated(mine) - repeated(theirs)}`)
  },
}
