import { cardHolders, lockCards, takeCardsBack } from '#features/customers/customers/server/public.ts'
import type { FeedRecord } from '../../records-contract.ts'
import type { IngestContext } from './ingest-context.ts'

type CardLine = Pick<FeedRecord<'customers'>, 'card_number'>

type Cards = {
  /** Whether a customer may have the card that a line gives them; it is theirs from then on. */
  give: (customer: number, line: CardLine) => boolean
  /** Takes cards that were given up from those who had them, so that others can have them now. */
  removeFromOwners: () => Promise<unknown>
}

/** Who has the card numbers that lines name, until the transaction ends. */
export async function lockCardNumbers({ db }: IngestContext, lines: readonly CardLine[]): Promise<Cards> {
  const numbers = [...new Set(lines.flatMap((line) => line.card_number ?? []))]
  const holders = new Map<string, number>()
  const givenUp = new Set<string>()
  if (numbers.length) {
    await lockCards(db)
    for (const { id, card_number } of await cardHolders(db, numbers)) holders.set(card_number, id)
  }
  return {
    give: (customer, { card_number: number }) => {
      if (number === undefined) return true
      if (number !== null && (holders.get(number) ?? customer) !== customer) return false
      for (const [quarantined, holder] of holders) {
        if (holder !== customer || quarantined === number) continue
        holders.delete(quarantined)
        givenUp.add(quarantined)
      }
      if (number !== null) holders.set(number, customer)
      return true
    },
    removeFromOwners: async () => {
      if (givenUp.size) await takeCardsBack(db, [...givenUp])
    },
  }
}
