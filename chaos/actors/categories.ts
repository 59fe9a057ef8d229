import { randomUUID } from 'node:crypto'
import type { Category } from '../../src/features/programming/categories/contract.ts'
import { notOnce, type Actor, type Stage } from '../actor.ts'

type Made = { id: number; name: string; version: number }

/** Creates with an idempotency key, and edits of what was made; both are in the audit log, which shows them at once. */
export function categories({ boss, chance, world, note }: Stage): Actor {
  const made: Made[] = []
  let count = 0

  const create = async () => {
    const name = `Chaos ${++count} ${chance.chars(6)}`
    const reply = await boss.untilAnswered<Category>({
      method: 'POST',
      path: '/categories',
      body: { name },
      headers: { 'idempotency-key': randomUUID() },
    })
    if (reply.status !== 200) return note(`A category is refused: ${reply.status} ${reply.message}`)
    made.push({ id: reply.data.id, name, version: reply.data.version })
    await seesOwn(reply.data.id)
  }
  /** What a person has written is in the next list that they open, whichever server and database answer. */
  const seesOwn = async (id: number) => {
    const path = `/audit-log?limit=1&entity=category&entity_id=${id}`
    const reply = await boss.untilAnswered<{ totalCount: number }>({ method: 'GET', path })
    if (reply.data.totalCount < 1) note(`Category ${id} was made, and the list that was opened next does not have it`)
  }
  const change = async (category: Made) => {
    const name = `Chaos ${++count} ${chance.chars(6)}`
    const path = `/categories/${category.id}`
    const reply = await boss.once<Category>({ method: 'PATCH', path, body: { name, version: category.version } })
    if (reply?.status === 200) Object.assign(category, { name, version: reply.data.version })
    else if (!reply) {
      // Nobody knows: it is read, and whatever it is now it must stay.
      const now = await boss.untilAnswered<Category>({ method: 'GET', path })
      if (now.data.name !== category.name && now.data.name !== name) note(`${path} is neither before nor after`)
      Object.assign(category, { name: now.data.name, version: now.data.version })
    } else note(`An edit of the version that was read last is refused: ${reply.status} ${reply.message}`)
  }

  return {
    name: 'creates and edits',
    step: () => (made.length > 5 && chance.happens(0.5) ? change(chance.pick(made)) : create()),
    verify: async () => {
      const rows = await world.query<Made & { audited: number }>(`
        select c.id, c.name, c.version, (select count(*)::int from audit_log a
          where a.entity = 'category' and a.entity_id = c.id::text) as audited
        from categories c where c.name like 'Chaos %'`)
      const faults = notOnce(
        made.map(({ name }) => name),
        rows.map(({ name }) => name),
        'Category',
      )
      for (const { name, version, audited } of rows)
        if (audited !== version) faults.push(`Category ${name} has ${version} versions and ${audited} lines of audit`)
      if (rows.length > made.length) faults.push(`${rows.length} categories of ${made.length} that were acknowledged`)
      return { acknowledged: rows.reduce((sum, { version }) => sum + version, 0), faults }
    },
  }
}
