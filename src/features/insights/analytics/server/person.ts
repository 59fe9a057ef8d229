import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { number, query } from '#server/db/query.ts'

async function purchasesOf(db: Db, customer: number): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select coalesce((select purchases from buyers where customer_id = ${customer}), 0) as n`
  return rows[0]!.n
}

const buyers = (n: number) => (n > 0 ? 1 : 0)
const repeated = (n: number) => (n > 1 ? 1 : 0)

/** Purchases keep their day and money, so that sums stay; who bought how often is counted anew for the two. */
export const person: PersonalData = {
  columns: personalColumns,
  compare: async (db, id) => ({ adds: [{ what: 'Purchases', count: await purchasesOf(db, id) }] }),
  merge: async (tx, { survivor, merged }) => {
    const [ofSurvivor, ofMerged] = [await purchasesOf(tx, survivor), await purchasesOf(tx, merged)]
    if (ofMerged === 0) return 0
    const together = ofSurvivor + ofMerged
    await tx.execute(sql`delete from buyers where customer_id = ${merged}`)
    await tx.execute(sql`
      insert into buyers (customer_id, purchases) values (${survivor}, ${together})
      on conflict (customer_id) do update set purchases = excluded.purchases`)
    await tx.execute(sql`
      update buyer_counts set
        buyers = buyers + ${buyers(together) - buyers(ofSurvivor) - buyers(ofMerged)},
        repeat_buyers = repeat_buyers + ${repeated(together) - repeated(ofSurvivor) - repeated(ofMerged)}`)
    return ofMerged
  },
  unmerge: async (tx, { survivor, merged, changes }) => {
    const ofMerged = changes as number
    if (ofMerged === 0) return
    const together = await purchasesOf(tx, survivor)
    const ofSurvivor = together - ofMerged
    await tx.execute(sql`
      insert into buyers (customer_id, purchases) values (${merged}, ${ofMerged})
      on conflict (customer_id) do update set purchases = buyers.purchases + excluded.purchases`)
    await tx.execute(
      ofSurvivor === 0
        ? sql`delete from buyers where customer_id = ${survivor}`
        : sql`update buyers set purchases = ${ofSurvivor} where customer_id = ${survivor}`,
    )
    await tx.execute(sql`
      update buyer_counts set
        buyers = buyers - ${buyers(together) - buyers(ofSurvivor) - buyers(ofMerged)},
        repeat_buyers = repeat_buyers - ${repeated(together) - repeated(ofSurvivor) - repeated(ofMerged)}`)
  },
}
