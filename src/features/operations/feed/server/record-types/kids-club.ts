import { reportMembers } from '#features/customers/kids-club/server/public.ts'
import type { FeedRecord } from '../../records-contract.ts'
import type { IngestContext } from './ingest-context.ts'

type Member = { id: number; line: FeedRecord<'customers'>; at: Date }

/**
 * Who is a member from now on, and what is reported about a guardian's consent; what is left out stays as staff or
 * others reported it.
 */
export async function ingestKidsClub({ db }: IngestContext, reported: readonly Member[]): Promise<void> {
  const members = reported.flatMap(({ id, line, at }) =>
    line.kids_club ? [{ id, joined_at: at.toISOString(), ...line.kids_club }] : [],
  )
  if (members.length) await reportMembers(db, members)
}
