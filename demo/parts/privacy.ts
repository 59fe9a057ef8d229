import { sql } from 'drizzle-orm'
import { whenCustomersAreThere } from '#demo/loaded.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { isFirstTo } from '#server/settings.ts'

const KEY = 'demo:privacy'
const TWINS = 8

/** Some customers of the demo whom the box office wrote down a second time, so that there are duplicates to look at. */
export async function loadInBackground(app: App): Promise<void> {
  const loaded = await whenCustomersAreThere(app)
  if (!loaded || app.closing.aborted) return
  await app.db.transaction(async (tx) => {
    if (await isFirstTo(tx, KEY)) await addTwins(tx, loaded.origin, app.env.dayZone)
  })
}

/** Every other one with the phone alone, the others with name and date of birth alone. */
const addTwins = (tx: Db, origin: string, zone: string) =>
  tx.execute(sql`
    insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, channel, registered_at,
      registered_on, reported_at)
    select 'box-office', 'twin-' || n, case when n % 2 = 0 then first_name else left(first_name, 1) || '.' end, last_name,
      case when n % 2 = 0 then lower(last_name || '.' || first_name || n || '@inbox.example') end,
      case when n % 2 = 1 then phone end, case when n % 2 = 0 then birth_date end, 'not_specified', at,
      (at at time zone ${zone})::date, at
    from (
      select c.*, row_number() over (order by md5(external_id)) as n,
        registered_at + (${origin}::timestamptz - registered_at) / 2 as at
      from customers c
      where source = 'demo' and is_listed and first_name <> '' and phone is not null and birth_date is not null
      order by md5(external_id) limit ${TWINS}
    ) c`)
