import { sql } from 'drizzle-orm'
import { rowsOf } from '#server/db/rows.ts'
import type { Line } from '../../lines.ts'
import type { Taking } from './taking.ts'

type Member = { id: number; line: Line<'customers'>; at: Date }

/** Who is a member from now on, and what is told of a guardian's consent; what is left out stays as staff or others told it. */
export async function takeKidsClub({ db }: Taking, told: readonly Member[]): Promise<void> {
  const members = told.flatMap(({ id, line, at }) =>
    line.kids_club ? [{ id, joined_at: at.toISOString(), ...line.kids_club }] : [],
  )
  if (members.length === 0) return
  await db.execute(sql`
    insert into kids_club_members as m (customer_id, joined_at, guardian_name, consent_on, consent_source)
    select x.id, x.joined_at, x.guardian_name, x.consent_on, x.consent_source
    from ${rowsOf(
      members,
      'id bigint, joined_at timestamptz, guardian_name text, consent_on date, consent_source text',
    )}
    on conflict (customer_id) do update set
      guardian_name = coalesce(nullif(excluded.guardian_name, ''), m.guardian_name),
      consent_on = coalesce(excluded.consent_on, m.consent_on),
      consent_source = coalesce(excluded.consent_source, m.consent_source),
      version = m.version + 1`)
}
