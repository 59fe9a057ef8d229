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

/** Sales channel open to everyone on the web. */
const CHANNEL = 'WWW'

/**
 * Reads the tickets of a session in the order of the till. A type of several seat areas appears once, at the first
 * price. Tickets only for loyalty members are excluded.
 */
export async function vistaTickets(
  client: VendorClient,
  cinemaId: string,
  sessionId: string,
): Promise<Listed<PosTicketType>> {
  const path = `/RESTData.svc/cinemas/${encodeURIComponent(cinemaId)}/sessions/${encodeURIComponent(sessionId)}/tickets`
  const answer = await client.json(path, { query: { salesChannelFilter: CHANNEL }, schema: Answer })
  // A session that Connect no longer has has no tickets.
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
