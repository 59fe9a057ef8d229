import { sql } from 'drizzle-orm'
import { lockCards } from '#features/customers/server/store.ts'
import { listOf } from '#server/db/rows.ts'
import type { Line } from '../../lines.ts'
import type { Taking } from './taking.ts'

type Told = Pick<Line<'customers'>, 'card_number'>

export type Cards = {
  /** Whether a customer may have the card that a line gives them; it is theirs from then on. */
  give: (customer: number, line: Told) => boolean
  /** Takes cards that were given up from those who had them, so that others can have them now. */
  takeBack: () => Promise<unknown>
}

/** Who has the card numbers that lines name, until the transaction ends. */
export async function holdCardNumbers({ db }: Taking, lines: readonly Told[]): Promise<Cards> {
  const numbers = [...new Set(lines.flatMap((line) => line.card_number ?? []))]
  const holders = new Map<string, number>()
  const givenUp = new Set<string>()
  if (numbers.length) {
    await lockCards(db)
    const { rows } = await db.execute<{ id: number; card_number: string }>(sql`
      select id, card_number from customers where is_listed and card_number = any(${listOf(numbers, 'text')})`)
    for (const { id, card_number } of rows) holders.set(card_number, id)
  }
  return {
    give: (customer, { card_number: number }) => {
      if (number === undefined) return true
      if (number !== null && (holders.get(number) ?? customer) !== customer) return false
      for (const [held, holder] of holders) {
        if (holder !== customer || held === number) continue
        holders.delete(held)
        givenUp.add(held)
      }
      if (number !== null) holders.set(number, customer)
      return true
    },
    takeBack: async () => {
      if (givenUp.size)
        await db.execute(sql`
          update customers set card_number = null
          where is_listed and card_number = any(${listOf([...givenUp], 'text')})`)
    },
  }
}
