import * as z from 'zod/mini'
import { IntegrationError } from '../error.ts'
import type { VendorClient } from '../vendor.ts'
import { allRead, readRecords, type Listed } from '../records.ts'
import { Amount, Flag, Id, Kobo, orNothing, Text } from './fields.ts'
import type { PosTicketType } from './port.ts'

const Ticket = z.object({
  TicketTypeCode: Id,
  Description: orNothing(Text),
  PriceInCents: Kobo,
  IsAvailableForLoyaltyMembersOnly: Flag,
  DisplaySequence: orNothing(Amount),
})
const Answer = z.object({
  ResponseCode: orNothing(Amount),
  ErrorDescription: orNothing(Text),
  Tickets: z.optional(z.nullable(z.array(z.unknown()))),
})

/** The channel whose tickets anybody can buy on the web. */
const CHANNEL = 'WWW'

/**
 * The tickets that Vista Connect sells for a session, in the order of its till; a type that several areas of seats have
 * is named once, at the first one's price. What members of a loyalty club alone can buy is left out.
 */
export async function vistaTickets(
  client: VendorClient,
  cinemaId: string,
  sessionId: string,
): Promise<Listed<PosTicketType>> {
  const path = `/RESTData.svc/cinemas/${encodeURIComponent(cinemaId)}/sessions/${encodeURIComponent(sessionId)}/tickets`
  const answer = await client.json(path, { query: { salesChannelFilter: CHANNEL }, schema: Answer })
  // A session that it does not have any more has no tickets.
  if (!answer) return allRead([])
  if (answer.ResponseCode)
    throw new IntegrationError(
      `The point of sale did not send the tickets of session ${sessionId}: ${answer.ErrorDescription ?? `code ${answer.ResponseCode}`}`,
    )
  const { records, unread } = readRecords(answer.Tickets ?? [], {
    kind: 'Ticket type',
    of: ` of session ${sessionId} at cinema ${cinemaId}`,
    names: ['TicketTypeCode'],
    schema: Ticket,
  })
  const types = new Map<string, PosTicketType>()
  const sold = records
    .filter((ticket) => !ticket.IsAvailableForLoyaltyMembersOnly)
    .toSorted((a, b) => (a.DisplaySequence ?? 0) - (b.DisplaySequence ?? 0))
  for (const { TicketTypeCode: id, Description, PriceInCents: kobo } of sold)
    if (!types.has(id)) types.set(id, { id, name: Description ?? id, kobo })
  return { records: [...types.values()], unread }
}
