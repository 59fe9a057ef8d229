import { sql } from 'drizzle-orm'
import { addDays, instantAt } from '#contract/time.ts'
import { DEMO_REFERRALS } from '#demo/chain/codes.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { longLinkOf } from '#features/marketing/referral-links/rules.ts'
import { addLink } from '#features/marketing/referral-links/server/store.ts'
import { query, text } from '#server/db/query.ts'

const PEOPLE = [
  'Grace Edozie',
  'Kehinde Kamson',
  'Temilade Karim',
  'Ara Femi-Cole',
  'Richard Chukwuka',
  'Funke Taiwo',
  'Wale Yakubu',
]
/** Of those who open a link, hardly one in thirty buys. */
const CLICKS = [4218, 3120, 2904, 2467, 1893, 1207, 866]

/** People of the casts with a link each; the chain's trade carries their codes, which makes tickets and revenue. */
export async function demo(db: Db, { today }: Demo, { env }: App): Promise<void> {
  const { rows } = await query(db, { id: text })`
    select id from movies where has_details and deleted_at is null order by id limit ${PEOPLE.length}`
  if (rows.length === 0) return
  const shop = env.shopUrl ?? 'https://shop.marquee.example'
  for (const [at, name] of PEOPLE.entries()) {
    const code = DEMO_REFERRALS[at]!
    const movieId = rows[at % rows.length]!.id
    const made = instantAt(addDays(today, at - 60), '10:30', env.zone)
    const longLink = longLinkOf(shop, movieId, code)
    const link = await addLink(db, { name, movieId, code, shortLink: null, longLink }, 'Adaeze Okafor', made)
    await db.execute(sql`insert into referral_clicks (link_id, clicks) values (${link.id}, ${CLICKS[at]!})`)
  }
}
