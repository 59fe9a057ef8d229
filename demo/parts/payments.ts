import { sql } from 'drizzle-orm'
import { whenCustomersAreThere } from '#demo/loaded.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { isFirstTo } from '#server/settings.ts'

const KEY = 'demo:payments:cards'

/**
 * Three of five of the demo's subscribers have stored a card. Of those one in forty each has a card that declines, that
 * needs the customer, whose answer is lost, and whose provider is away; some have expired.
 */
export async function storeDemoCards(app: App): Promise<void> {
  const loaded = await whenCustomersAreThere(app)
  if (loaded) await app.db.transaction((tx) => addCards(tx, loaded.origin))
}

async function addCards(tx: Db, origin: string): Promise<void> {
  if (!(await isFirstTo(tx, KEY))) return
  await tx.execute(sql`
    insert into payment_cards
      (customer_id, provider, token, email, brand, first6, last4, expiry_month, expiry_year, stored_at)
    select id, 'embedded', concat_ws('-', 'embedded', lower(brand), first6, last4, to_char(expiry, 'MMYYYY')), email,
      brand, first6, last4, extract(month from expiry), extract(year from expiry), starts_at
    from (
      select c.id, c.email, s.starts_at,
        (array['VISA', 'MASTERCARD', 'VERVE'])[n % 3 + 1] as brand,
        (array['408408', '539923', '506099'])[n % 3 + 1] as first6,
        case n / 5 % 40 when 0 then '0002' when 1 then '0003' when 2 then '0004' when 3 then '0005'
          else lpad((n::bigint * 7919 % 8999 + 1000)::text, 4, '0') end as last4,
        date_trunc('month', ${origin}::timestamptz at time zone 'UTC')
          + make_interval(months => n % 44 - case when n / 5 % 40 < 4 then 0 else 2 end) as expiry
      from customers c
      cross join lateral (select substr(c.external_id, 2)::integer as n offset 0) x
      join subscription_periods s on s.customer_id = c.id and s.starts_at <= ${origin} and s.ends_at > ${origin}
      where c.source = 'demo' and c.is_listed and c.email is not null and n % 5 < 3
    ) d
    on conflict (customer_id) do nothing`)
}
