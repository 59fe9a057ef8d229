import { cardHolders, lockCards, takeCardsBack } from '#features/customers/customers/server/public.ts'
import type { FeedRecord } from '../../records-contract.ts'
import type { IngestContext } from './ingest-context.ts'

type CardLine = Pick<FeedRecord<'customers'>, 'card_number'>

type Cards = {
  /** Assigns a card to a customer; returns false if another customer has it. */
  give: (customer: number, line: CardLine) => boolean
  /** Removes reassigned cards from their earlier owners first, because a card has one owner. */
  removeFromOwners: () => Promise<unknown>
}

/** Locks the owners of the card numbers in a batch until the transaction ends. */
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
