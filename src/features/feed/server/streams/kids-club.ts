import { tellMembers } from '#features/kids-club/server/public.ts'
import type { Line } from '../../lines-contract.ts'
import type { Taking } from './taking.ts'

type Member = { id: number; line: Line<'customers'>; at: Date }

/**
 * Who is a member from now on, and what is reported about a guardian's consent; what is left out stays as staff or
 * others reported it.
 */
export async function takeKidsClub({ db }: Taking, told: readonly Member[]): Promise<void> {
  const members = told.flatMap(({ id, line, at }) =>
    line.kids_club ? [{ id, joined_at: at.toISOString(), ...line.kids_club }] : [],
  )
  if (members.length) await tellMembers(db, members)
}
