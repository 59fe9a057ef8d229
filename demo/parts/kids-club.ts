import { sql } from 'drizzle-orm'
import { cardNumberOf, hashCardPin, whenCustomersAreThere } from '#demo/loaded.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { isFirstTo } from '#server/settings.ts'
import { CONSENT_SOURCES } from '#features/customers/kids-club/rules.ts'

const KEY = 'demo:kids-club'
/** Some three hundred of the normal demo's customers. */
const ONE_OF = 70
const WITHOUT_CONSENT = 0.14
const GUARDIANS =
  'Adeola Adeyemi,Ngozi Okafor,Aisha Bello,Ese Igbinedion,Tunde Bakare,Ifeoma Nwosu,Ibrahim Lawal,Blessing Etim,Kunle Ajayi,Chidinma Eze,Musa Danjuma,Victor Bassey'.split(
    ',',
  )

/** Adds the demo's members once; who has not joined the club by themselves by then. */
export async function loadInBackground(app: App): Promise<void> {
  const loaded = await whenCustomersAreThere(app)
  if (!loaded || app.closing.aborted) return
  const pinHash = await hashCardPin()
  await app.db.transaction(async (tx) => {
    if (await isFirstTo(tx, KEY)) await addMembers(tx, loaded.origin, app.env.zone, pinHash)
  })
}

const luck = (what: string) =>
  sql`(('x' || substr(md5(c.external_id || ${what}), 1, 8))::bit(32)::bigint / 4294967296.0)`

async function addMembers(tx: Db, origin: string, zone: string, pinHash: string) {
  await tx.execute(sql`
    insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
    select c.id, c.joined_at,
      case when c.consents or ${luck('named')} < 0.4 then
        (${sql.param(GUARDIANS)}::text[])[1 + floor(${luck('guardian')} * ${GUARDIANS.length})::int] else '' end,
      case when c.consents then (c.joined_at at time zone ${zone})::date end,
      case when c.consents then
        (${sql.param([...CONSENT_SOURCES])}::text[])[1 + floor(${luck('source')} * ${CONSENT_SOURCES.length})::int] end
    from (
      select c.id, c.external_id, c.registered_at + (${origin}::timestamptz - c.registered_at) * ${luck('joined')} as joined_at,
        ${luck('consent')} >= ${WITHOUT_CONSENT} as consents
      from customers c
      where c.source = 'demo' and c.is_listed and c.external_id ~ '^c[0-9]+$'
        and substr(c.external_id, 2)::bigint % ${ONE_OF} = 3
    ) c
    on conflict do nothing`)
  // In the order in which everybody locks them: the demo's trade is loaded meanwhile.
  await tx.execute(sql`
    select from customers c join kids_club_members k on k.customer_id = c.id
    where c.source = 'demo' order by c.id for no key update of c`)
  // They are children with a card, whatever the chain's customers are like otherwise.
  await tx.execute(sql`
    update customers c set
      card_number = coalesce(c.card_number, ${cardNumberOf(sql`c.external_id`)}),
      card_pin_hash = coalesce(c.card_pin_hash, ${pinHash}),
      birth_date = (${origin}::timestamptz at time zone ${zone})::date - (365.25 * (4 + 8 * ${luck('age')}))::int
    from kids_club_members k where k.customer_id = c.id and c.source = 'demo'`)
}
