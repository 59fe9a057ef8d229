import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentDetail } from '../../src/features/payments/payment-logs/contract.ts'
import { readUntil, type Actor, type Stage } from '../actor.ts'

/** Refunds of payments in full, by two clerks at the same time: what was paid goes back once, or not at all. */
export async function refunds({ boss, chance, world, note }: Stage): Promise<Actor> {
  const candidates = await world.query<{ id: number }>(`
    select e.id from payments e join payments_embedded c on c.reference = e.reference
    where c.refunded_kobo = 0 order by e.at desc limit 2000`)
  const requested = new Set<number>()
  const done = new Set<number>()

  const refund = async (id: number, amount: number) => {
    const path = `/flutterwave/payment-logs/${id}/refunds`
    const body = { kind: 'full', amount, reason: 'Chaos' }
    const reply = await boss.untilAnswered<PaymentDetail>({
      method: 'POST',
      path,
      body,
      headers: { 'idempotency-key': randomUUID() },
    })
    // One that the provider has not answered for is said to be pending, and asked for later.
    if (reply.status === 200 && reply.data.refunds.at(-1)?.state === 'succeeded') done.add(id)
  }

  return {
    name: 'refunds',
    step: async () => {
      const next = candidates.splice(chance.int(0, candidates.length - 1), 1)[0]
      if (!next) return void (await sleep(1000))
      const id = Number(next.id)
      const { data } = await boss.untilAnswered<PaymentDetail>({
        method: 'GET',
        path: `/flutterwave/payment-logs/${id}`,
      })
      if (data.refusal !== null) return
      requested.add(id)
      await Promise.all([refund(id, data.amountLeft), refund(id, data.amountLeft)])
    },
    verify: async () => {
      const read = () =>
        world.query<{ id: number; paid: number; returned: number; times: number; open: number }>(
          `select e.id, c.kobo::float8 as paid, count(r.id)::int as times, coalesce(sum(r.kobo), 0)::float8 as returned,
             (select count(*)::int from payment_refunds o where o.payment_id = e.id and o.state = 'requested') as open
           from payments e join payments_embedded c on c.reference = e.reference
             left join payments_embedded_refunds r on r.charge_id = c.id
           where e.id = any($1) group by e.id, c.id, c.kobo`,
          [[...requested]],
        )
      // What was left open by a kill is asked for by a job; one that never reached the provider is given up after an hour.
      const rows = await readUntil(read, (found) => !found.some(({ open, times }) => open && times), 120)
      const faults = rows.flatMap(({ id, paid, returned, times, open }) => [
        ...(returned > paid ? [`Of payment ${id}, ${paid} kobo were paid and ${returned} went back`] : []),
        ...(times > 1 ? [`Payment ${id} was paid back ${times} times`] : []),
        ...(open && times ? [`The refund of payment ${id} is paid back and still under way`] : []),
        ...(done.has(Number(id)) && times === 0
          ? [`The refund of payment ${id} was acknowledged and is not there`]
          : []),
      ])
      if (rows.length !== requested.size) note(`${rows.length} payments of ${requested.size}`)
      return { acknowledged: done.size, faults }
    },
  }
}
