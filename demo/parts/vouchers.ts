import { sql } from 'drizzle-orm'
import { addDays, instantAt, type Day } from '#contract/time.ts'
import { DEMO_PLANS } from '#demo/chain/codes.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { makeSome } from '#features/marketing/vouchers/server/making.ts'
import { addGroup, plansOnSale, type Plan } from '#features/marketing/vouchers/server/store.ts'

type Sold = {
  company: string
  quantity: number
  plan: number
  days: number
  lasts: number | null
  redeemed: number
  voided: number
  comment: string
}
const SOLD: Sold[] = [
  {
    company: 'Zenith Harbour Bank',
    quantity: 240,
    plan: 1,
    days: 74,
    lasts: 365,
    redeemed: 131,
    voided: 6,
    comment: 'Staff reward',
  },
  {
    company: 'Lekki Free Zone Ltd',
    quantity: 60,
    plan: 0,
    days: 190,
    lasts: 180,
    redeemed: 41,
    voided: 0,
    comment: '',
  },
  {
    company: 'Rainforest Foods',
    quantity: 35,
    plan: 2,
    days: 21,
    lasts: null,
    redeemed: 32,
    voided: 1,
    comment: 'For the sales team',
  },
  {
    company: 'Oduduwa Telecoms',
    quantity: 500,
    plan: 0,
    days: 6,
    lasts: 90,
    redeemed: 12,
    voided: 0,
    comment: 'Their own campaign; send the file to their HR',
  },
]
const PEOPLE = ['Amara Obi', 'Kunle Ade', 'Zainab Musa', 'Efe Ovie', 'Chidi Okeke', 'Bisi Alade', 'Musa Danladi']

/** What the demo chain sells, also where nobody has said yet what it sells. */
async function plansOfDemo(db: Db, now: Date): Promise<Plan[]> {
  const there = await plansOnSale(db)
  if (there.length) return there
  for (const [at, { name, kobo, tickets }] of DEMO_PLANS.entries())
    await db.execute(sql`
      insert into plans (name, kobo, tickets, place, created_at)
      values (${name}, ${kobo}, ${tickets}, ${at + 1}, ${now.toISOString()})`)
  return plansOnSale(db)
}

/** Some companies have bought vouchers; some of their people used them. */
export async function demo(db: Db, { today, now }: Demo, { env }: App): Promise<void> {
  const plans = await plansOfDemo(db, now)
  for (const sold of SOLD) await sell(db, sold, plans, today, env)
}

async function sell(db: Db, sold: Sold, plans: readonly Plan[], today: Day, env: App['env']) {
  const day = addDays(today, -sold.days)
  const groupId = await addGroup(
    db,
    {
      companyName: sold.company,
      quantity: sold.quantity,
      approvedBy: 'Ngozi Eze',
      comment: sold.comment,
      plan: plans[Math.min(sold.plan, plans.length - 1)]!,
      expiresOn: sold.lasts === null ? null : addDays(day, sold.lasts),
      by: { id: null, name: 'Adaeze Okafor' },
    },
    instantAt(day, '12:15', env.zone),
  )
  while (await makeSome(db, env, groupId));
  // Every third carries the name of whom it was given to.
  await db.execute(sql`
    update vouchers v set recipient = (${sql.param(PEOPLE)}::text[])[1 + x.n % ${PEOPLE.length}]
    from (select id, row_number() over (order by id) as n from vouchers where group_id = ${groupId}) x
    where v.id = x.id and x.n % 3 = 0`)
  const from = instantAt(day, '09:00', env.zone).toISOString()
  const until = instantAt(addDays(today, -1), '21:00', env.zone).toISOString()
  await db.execute(sql`
    update vouchers v set state = 'redeemed', redeemed_by = 'Web shop', redeemed_source = 'demo',
      reference = 'WEB-' || (70000 + x.n * 37),
      redeemed_at = ${from}::timestamptz + (${until}::timestamptz - ${from}::timestamptz) * (x.n::float8 / ${sold.redeemed + 1})
    from (select id, row_number() over (order by id) as n from vouchers where group_id = ${groupId}) x
    where v.id = x.id and x.n <= ${sold.redeemed}`)
  await db.execute(sql`
    update vouchers v set state = 'void', voided_at = ${until}
    from (select id, row_number() over (order by id) as n from vouchers where group_id = ${groupId}) x
    where v.id = x.id and x.n > ${sold.redeemed} and x.n <= ${sold.redeemed + sold.voided}`)
}
