import { sql } from 'drizzle-orm'
import { holdCustomers } from './people.ts'
import { byId, inserted, rowsOf, utc, type Take } from './taking.ts'

const COLUMNS = `id text, at timestamptz, show timestamptz, cinema text, customer bigint, tickets integer,
  by_subscription boolean`

/** Tickets that were torn, on their day and on their show's. */
export const takeRedemptions: Take<'redemptions'> = async (at, lines) => {
  const people = await holdCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const rows = byId(lines).map((line) => ({
    id: line.id,
    at: utc(line.at),
    show: utc(line.show_at ?? line.at),
    cinema: line.cinema_id,
    customer: line.customer_id ? people.get(line.customer_id)!.id : null,
    tickets: line.tickets,
    by_subscription: line.by_subscription,
  }))
  return inserted(
    at,
    lines,
    rows,
    sql`
      insert into redemptions
        (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription)
      select ${at.source}, x.id, x.at, (x.at at time zone ${at.zone})::date, (x.show at time zone ${at.zone})::date,
        x.cinema, x.customer, x.tickets, x.by_subscription
      from ${rowsOf(rows, COLUMNS)}
      on conflict (source, external_id) do nothing returning external_id`,
    (told) => sql`
      select x.id from ${rowsOf(told, COLUMNS)} join redemptions r on r.source = ${at.source} and r.external_id = x.id
      where (r.at, r.tickets, r.by_subscription) <> (x.at, x.tickets, x.by_subscription)
        or r.cinema_id is distinct from x.cinema`,
  )
}
