import { sql } from 'drizzle-orm'
import { daysAsInstants, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { ProviderCharge } from '#server/integrations/payments/port.ts'
import { mismatchOf, type Side } from '../rules.ts'
import { failDay, finishDay, keepMismatches, type Found, type Sum } from './reconciliations.ts'

type Money = { kobo: number; currency: string }
type Ours = Money & { id: number; reference: string; at: Date; status: string; providerId: string | null }

/** A payment this near to midnight may stand in the other day's list. */
const NEAR_MS = 15 * 60_000
/** References that are looked for at once. */
const CHUNK = 1000

/**
 * Compares our payments of a day of the chain's zone with the provider's list, and stores what differs. The provider is
 * asked outside of any transaction; where it fails, what was found before stands.
 */
export async function compareDay(app: App, day: Day): Promise<void> {
  const { db, payments } = app
  const range = daysAsInstants(day, day, app.env.zone)
  try {
    const theirs = await listed(app, range)
    const ours = await oursBetween(db, payments.kind, range)
    const others = [...theirs.keys()].filter((reference) => !ours.has(reference))
    const elsewhere = await oursOf(db, others)
    const late = await foundNearby(app, [...ours.values()], theirs, range)
    const found = [...ours.values()].flatMap((one) => {
      const their = theirs.get(one.reference) ?? late.get(one.reference)
      return differing(one.reference, one, their)
    })
    found.push(...others.flatMap((reference) => differing(reference, elsewhere.get(reference), theirs.get(reference))))
    const paid = [...ours.values()].filter(({ status }) => status === 'succeeded')
    const charged = [...theirs.values()].filter(({ state }) => state === 'succeeded')
    await db.transaction(async (tx) => {
      const now = app.clock.now()
      await keepMismatches(tx, payments.kind, day, found, now)
      await finishDay(tx, payments.kind, day, sumOf(paid), sumOf(charged), now)
    })
  } catch (error) {
    const reason = error instanceof IntegrationError ? error.message : FAULT
    await failDay(db, payments.kind, day, reason, app.clock.now())
    if (!(error instanceof IntegrationError)) throw error
    app.log.warn({ day, reason }, 'a day could not be compared with the payment provider')
  }
}

const FAULT = 'A fault of ours: the log of the server has it'

function sumOf(all: readonly Money[]): Sum {
  const sums: Record<string, number> = {}
  for (const { kobo, currency } of all) sums[currency] = (sums[currency] ?? 0) + kobo
  const { NGN = 0, ...others } = sums
  return { count: all.length, kobo: NGN, others }
}

/** The provider's list by reference. Of several tries under one reference the one that succeeded counts. */
async function listed({ payments }: App, [from, until]: [Date, Date]): Promise<Map<string, ProviderCharge>> {
  const all = new Map<string, ProviderCharge>()
  for (let page = 1; ; page++) {
    const { charges, isLast } = await payments.charges(from, until, page)
    for (const charge of charges)
      if (all.get(charge.reference)?.state !== 'succeeded') all.set(charge.reference, charge)
    if (isLast) return all
  }
}

type Row = Omit<Ours, 'at' | 'providerId'> & { at: string; provider_id: string | null }
const byReference = (rows: readonly Row[]) =>
  new Map(
    rows.map(({ provider_id: providerId, at, ...row }): [string, Ours] => [
      row.reference,
      { ...row, at: new Date(at), providerId },
    ]),
  )

/** What was paid to staff, or through another provider, is not this one's; of what cost nothing no provider was asked. */
async function oursBetween(db: Db, provider: string, [from, until]: [Date, Date]): Promise<Map<string, Ours>> {
  const { rows } = await db.execute<Row>(sql`
    select id, reference, at, kobo, currency, status, provider_id from payment_entries
    where at >= ${from.toISOString()} and at < ${until.toISOString()} and coalesce(provider, ${provider}) = ${provider}
      and kobo > 0
    order by payment_entries.at desc, id desc`)
  return byReference(rows)
}

/** Payments of other days. */
async function oursOf(db: Db, references: readonly string[]): Promise<Map<string, Ours>> {
  const rows: Row[] = []
  for (let n = 0; n < references.length; n += CHUNK) {
    const found = await db.execute<Row>(sql`
      select id, reference, at, kobo, currency, status, provider_id from payment_entries
      where reference = any(${sql.param(references.slice(n, n + CHUNK))}::text[])`)
    rows.push(...found.rows)
  }
  return byReference(rows)
}

/** What the provider has of ours on the other side of midnight. */
async function foundNearby(
  { payments }: App,
  ours: readonly Ours[],
  theirs: ReadonlyMap<string, ProviderCharge>,
  range: [Date, Date],
): Promise<Map<string, ProviderCharge>> {
  const found = new Map<string, ProviderCharge>()
  for (const { reference, at } of ours) {
    const isNear = range.some((edge) => Math.abs(edge.getTime() - at.getTime()) <= NEAR_MS)
    const charge = isNear && !theirs.has(reference) && (await payments.find(reference))
    if (charge) found.set(reference, charge)
  }
  return found
}

const sideOfOurs = ({ kobo, currency, status }: Ours): Side => ({
  kobo,
  currency,
  state: status === 'needs_customer' ? 'open' : (status as 'succeeded' | 'failed'),
})
const sideOfTheirs = ({ kobo, state, currency }: ProviderCharge): Side => ({
  kobo,
  currency,
  state: state === 'succeeded' || state === 'failed' ? state : 'open',
})

function differing(reference: string, ours: Ours | undefined, theirs: ProviderCharge | undefined): Found[] {
  const kind = mismatchOf(ours && sideOfOurs(ours), theirs && sideOfTheirs(theirs))
  if (!kind) return []
  return [
    {
      kind,
      reference,
      entryId: ours?.id ?? null,
      providerId: theirs?.id ?? ours?.providerId ?? null,
      oursKobo: ours?.kobo ?? null,
      oursState: ours?.status ?? null,
      oursCurrency: ours?.currency ?? null,
      theirsKobo: theirs?.kobo ?? null,
      theirsState: theirs?.state ?? null,
      theirsCurrency: theirs?.currency ?? null,
    },
  ]
}
