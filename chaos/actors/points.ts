import { randomUUID } from 'node:crypto'
import type { Actor, Stage } from '../actor.ts'

const MEMBERS = 8

/** Awards and redemptions of points, of few people at once: the ledger has each once, and is never below zero. */
export async function points({ boss, chance, world, note }: Stage): Promise<Actor> {
  const members = await world.query<{ id: number; available: number; lines: number }>(`
    select c.id, coalesce((select available from loyalty_members m where m.customer_id = c.id), 0)::int as available,
      (select count(*)::int from points_ledger l where l.customer_id = c.id) as lines
    from customers c where c.is_listed and c.source = 'demo' order by c.id limit ${MEMBERS}`)
  const balances = new Map(members.map((member) => [Number(member.id), { ...member, acknowledged: 0 }]))

  return {
    name: 'points',
    step: async () => {
      const [id, balance] = chance.pick([...balances])
      const action = chance.happens(0.7) ? 'award' : 'redeem'
      const amount = chance.int(1, 40)
      const reply = await boss.untilAnswered({
        method: 'POST',
        path: `/points/${id}/${action}`,
        body: { points: amount, reason: 'Chaos' },
        headers: { 'idempotency-key': randomUUID() },
      })
      if (reply.status === 422 && action === 'redeem') return
      if (reply.status !== 200) return note(`${action} of points is refused: ${reply.status} ${reply.message}`)
      balance.acknowledged++
      balance.lines++
      balance.available += action === 'award' ? amount : -amount
    },
    verify: async () => {
      const rows = await world.query<{ id: number; available: number; lines: number; sum: number; lowest: number }>(
        `select m.customer_id as id, m.available::int, count(l.points)::int as lines,
           coalesce(sum(l.points), 0)::int as sum, coalesce(min(l.after), 0)::int as lowest
         from loyalty_members m
           left join (select customer_id, points, sum(points) over (partition by customer_id order by id) as after
             from points_ledger) l on l.customer_id = m.customer_id
         where m.customer_id = any($1) group by m.customer_id, m.available`,
        [[...balances.keys()]],
      )
      const faults: string[] = []
      for (const [id, { available, lines, acknowledged }] of balances) {
        const row = rows.find((one) => Number(one.id) === id)
        if (!row && acknowledged) faults.push(`Customer ${id} has no points`)
        if (!row) continue
        const found = `${row.lines} lines, ${row.sum} points of which ${row.available} are available`
        if (row.lines !== lines || row.available !== available || row.sum !== row.available)
          faults.push(`Customer ${id} has ${found}; acknowledged were ${lines} lines and ${available} points`)
        if (row.lowest < 0) faults.push(`Customer ${id} had ${row.lowest} points`)
      }
      return { acknowledged: [...balances.values()].reduce((sum, one) => sum + one.acknowledged, 0), faults }
    },
  }
}
