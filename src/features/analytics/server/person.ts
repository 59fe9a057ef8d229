import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

async function purchasesOf(db: Db, customer: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce((select purchases from buyers where customer_id = ${customer}), 0) as n`)
  return rows[0]!.n
}

const buyers = (n: number) => (n > 0 ? 1 : 0)
const repeated = (n: number) => (n > 1 ? 1 : 0)

/** Purchases keep their day and money, so that sums stay; who bought how often is counted anew for the two. */
export const person: InPerson = {
  holds,
  compare: async (db, id) => ({ adds: [{ what: 'Purchases', count: await purchasesOf(db, id) }] }),
  merge: async (tx, { kept, lost }) => {
    const [mine, theirs] = [await purchasesOf(tx, kept), await purchasesOf(tx, lost)]
    if (theirs === 0) return 0
    const together = mine + theirs
    await tx.execute(sql`delete from buyers where customer_id = ${lost}`)
    await tx.execute(sql`
      insert into buyers (customer_id, purchases) values (${kept}, ${together})
      on conflict (customer_id) do update set purchases = excluded.purchases`)
    await tx.execute(sql`
      update buyer_counts set
        buyers = buyers + ${buyers(together) - buyers(mine) - buyers(theirs)},
        repeat_buyers = repeat_buyers + ${repeated(together) - repeated(mine) - repeated(theirs)}`)
    return theirs
  },
  unmerge: async (tx, { kept, lost, moved }) => {
    const theirs = moved as number
    if (theirs === 0) return
    const together = await purchasesOf(tx, kept)
    const mine = together - theirs
    await tx.execute(sql`
      insert into buyers (customer_id, purchases) values (${lost}, ${theirs})
      on conflict (customer_id) do update set purchases = buyers.purchases + excluded.purchases`)
    await tx.execute(
      mine === 0
        ? sql`delete from buyers where customer_id = ${kept}`
        : sql`update buyers set purchases = ${mine} where customer_id = ${kept}`,
    )
    await tx.execute(sql`
      update buyer_counts set
        buyers = buyers - ${buyers(together) - buyers(mine) - buyers(theirs)},
        repeat_buyers = repeat_buyers - ${repeated(together) - repeated(mine) - repeated(theirs)}`)
  },
}
