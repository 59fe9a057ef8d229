import { reportMembers } from '#features/customers/kids-club/server/public.ts'
import type { FeedRecord } from '../../records-contract.ts'
import type { IngestContext } from './ingest-context.ts'

type Member = { id: number; line: FeedRecord<'customers'>; at: Date }

/** Adds members and their guardian's consent; omitted fields keep their values. */
export async function ingestKidsClub({ db }: IngestContext, reported: readonly Member[]): Promise<void> {
  const members = reported.flatMap(({ id, line, at }) =>
    line.kids_club ? [{ id, joined_at: at.toISOString(), ...line.kids_club }] : [],
  )
  if (members.length) await reportMembers(db, members)
}
