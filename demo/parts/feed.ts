import { addDays, instantAt } from '#contract/time.ts'
import { cinemaToStartWith } from '#features/programming/cinemas/server/public.ts'
import type { App } from '#server/app.ts'
import { feedKeys } from '#server/auth/tables.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import type { ValidatedRecordType, RecordType } from '#features/operations/feed/rules.ts'
import { feedCounts } from '#features/operations/feed/server/tables.ts'
import { quarantine, type UncountedRecord } from '#features/operations/feed/server/quarantine.ts'

/** How many lines a key sends on a day, about. */
const KEYS: { name: string; source: string; sends: Partial<Record<RecordType, number>> }[] = [
  { name: 'Web shop', source: 'web-shop', sends: { purchases: 260, refunds: 6, visits: 24, customers: 31 } },
  { name: 'Mobile app', source: 'app', sends: { purchases: 640, refunds: 11, errors: 9, devices: 44 } },
  { name: 'Tills', source: 'vista', sends: { purchases: 410, redemptions: 690 } },
]
const DAYS = 30

/** Three keys with what they sent, and lines that somebody must look at. */
export async function demo(tx: Db, { today, now, seed }: Demo, { env }: App): Promise<void> {
  const ids: Record<string, number> = {}
  for (const [n, { name, source, sends }] of KEYS.entries()) {
    const [key] = await tx
      .insert(feedKeys)
      .values({
        name,
        source,
        recordTypes: Object.keys(sends),
        // The hash of no secret: nobody sends with it.
        keyHash: Buffer.alloc(32, n + 1),
        last4: ['q7Rk', 'w2Bz', 'm9Td'][n]!,
        createdAt: instantAt(addDays(today, -DAYS), '09:00', env.zone),
        createdBy: 'Adaeze Okafor',
        lastUsedAt: now,
      })
      .returning()
    ids[source] = key!.id
    await tx.insert(feedCounts).values(
      Object.entries(sends).flatMap(([recordType, daily], place) =>
        Array.from({ length: DAYS }, (_, back) => {
          const day = addDays(today, -back)
          const sent = Math.round(daily * (0.8 + ((seed + back * 7 + place * 13 + n) % 41) / 100))
          const last = back === 0 ? now : instantAt(day, '23:40', env.zone)
          return {
            keyId: key!.id,
            recordType: recordType,
            day,
            accepted: back === 0 ? Math.round(sent / 2) : sent,
            duplicate: (seed + back + place) % 9 === 0 ? 12 : 0,
            rejected: (seed + back + place) % 13 === 0 ? 2 : 0,
            newestAt: last,
            lastAt: last,
          }
        }),
      ),
    )
  }
  const cinema = (await cinemaToStartWith(tx))?.id
  const at = (days: number, clock: string) => instantAt(addDays(today, -days), clock, env.zone)
  const quarantined = (source: string, when: Date, recordType: ValidatedRecordType, lines: UncountedRecord[]) =>
    quarantine(tx, { source, keyId: ids[source]!, now: when }, recordType, lines)
  const sold = (id: string, when: Date, lines: object[], more: object = {}) => ({
    id,
    at: when.toISOString(),
    channel: 'web',
    cinema_id: cinema,
    name: '',
    email: '',
    phone: '',
    lines,
    ...more,
  })
  await quarantined('app', at(1, '20:14'), 'purchases', [
    {
      id: 'app-88213',
      line: sold('app-88213', at(1, '20:13'), [
        { kind: 'ticket', quantity: 800, amount: 2_800_000, discount: 0, product: '' },
      ]),
      rule: 'unusual',
      reason: 'lines.0.quantity 800 is above the usual maximum of 60 tickets',
    },
  ])
  await quarantined('vista', at(0, '00:20'), 'purchases', [
    {
      id: 'till-4-99120',
      line: sold(
        'till-4-99120',
        at(1, '22:05'),
        [{ kind: 'concession', quantity: 2, amount: 7000, discount: 0, product: 'Popcorn, large' }],
        { cinema_id: '0907' },
      ),
      rule: 'unknown',
      reason: 'cinema_id 0907 is not in the point of sale',
    },
  ])
  await quarantined('web-shop', at(2, '11:32'), 'refunds', [
    {
      id: 'web-r-311',
      line: {
        id: 'web-r-311',
        purchase_id: 'web-20418',
        at: at(2, '11:30').toISOString(),
        reason: 'Show cancelled',
        lines: [{ kind: 'ticket', quantity: 2, amount: 9000 }],
      },
    },
  ])
  await quarantined('web-shop', at(3, '09:02'), 'purchases', [
    {
      id: 'web-20390',
      line: sold('web-20390', at(3, '09:00'), [{ kind: 'ticket', quantity: 2, amount: 20, discount: 0, product: '' }], {
        currency: 'USD',
      }),
      rule: 'currency',
      reason: 'currency is USD, and Marquee accepts naira (NGN) only',
    },
  ])
}
