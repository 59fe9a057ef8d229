import * as z from 'zod/mini'
import { IntegrationError } from '../error.ts'
import type { VendorClient } from '../vendor.ts'
import { Amount, Flag, Id, Text, wordsOf } from './fields.ts'
import type { PosTicketType } from './port.ts'

const Ticket = z.object({
  TicketTypeCode: Id,
  Description: Text,
  PriceInCents: Amount,
  IsAvailableForLoyaltyMembersOnly: Flag,
  DisplaySequence: Amount,
})
const Answer = z.object({
  ResponseCode: Amount,
  ErrorDescription: Text,
  Tickets: z.optional(z.nullable(z.array(Ticket))),
})

/** The channel whose tickets anybody can buy on the web. */
const CHANNEL = 'WWW'

const numberOf = (amount: z.infer<typeof Amount>) => Number(amount ?? 0) || 0

/**
 * The tickets that Vista Connect sells for a session, in the order of its till; a type that several areas of seats have
 * is named once, at the first one's price. What members of a loyalty club alone can buy is left out.
 */
export async function vistaTickets(
  client: VendorClient,
  cinemaId: string,
  sessionId: string,
): Promise<PosTicketType[]> {
  const path = `/RESTData.svc/cinemas/${encodeURIComponent(cinemaId)}/sessions/${encodeURIComponent(sessionId)}/tickets`
  const answer = await client.json(path, { query: { salesChannelFilter: CHANNEL }, schema: Answer })
  // A session that it does not have any more has no tickets.
  if (!answer) return []
  if (numberOf(answer.ResponseCode) !== 0)
    throw new IntegrationError(
      `The point of sale did not send the tickets of session ${sessionId}: ${wordsOf(answer.ErrorDescription) ?? `code ${answer.ResponseCode}`}`,
    )
  const types = new Map<string, PosTicketType>()
  const sold = (answer.Tickets ?? [])
    .filter((ticket) => !ticket.IsAvailableForLoyaltyMembersOnly)
    .toSorted((a, b) => numberOf(a.DisplaySequence) - numberOf(b.DisplaySequence))
  for (const { TicketTypeCode: id, Description, PriceInCents } of sold)
    if (!types.has(id))
      types.set(id, { id, name: wordsOf(Description) ?? id, kobo: Math.max(0, Math.round(numberOf(PriceInCents))) })
  return [...types.values()]
}
