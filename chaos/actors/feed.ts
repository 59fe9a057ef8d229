import { notOnce, type Actor, type Stage } from '../actor.ts'

const SOURCE = 'chaos'
const LINES = 20

/** Batches of purchases, and of refunds and redemptions that follow them, each sent again until it is answered. */
export async function feed({ client, program, chance, world, note }: Stage): Promise<Actor> {
  const [cinema] = await world.query<{ id: string }>(
    'select id from cinemas where closed_at is null order by id limit 1',
  )
  const accepted = { purchases: new Set<string>(), refunds: new Set<string>(), redemptions: new Set<string>() }
  let count = 0

  const ingest = async (stream: keyof typeof accepted, lines: { id: string }[]) => {
    const path = `/feed/${stream}`
    const reply = await client.untilAnswered<{ rejected: number; lines: object[] } | undefined>({
      method: 'POST',
      path,
      body: lines,
      headers: program,
    })
    if (reply.status !== 200 || !reply.data || reply.data.rejected > 0)
      return note(`${path}: ${reply.status} ${reply.message} ${JSON.stringify(reply.data?.lines[0] ?? {})}`)
    for (const { id } of lines) accepted[stream].add(id)
  }

  return {
    name: 'feed',
    step: async () => {
      const at = new Date(Date.now() - chance.int(60, 3 * 24 * 3600) * 1000).toISOString()
      const ids = Array.from({ length: LINES }, () => `chaos-${++count}`)
      await ingest(
        'purchases',
        ids.map((id) => ({
          id,
          at,
          channel: chance.pick(['web', 'mobile']),
          cinema_id: cinema!.id,
          customer_id: null,
          lines: [{ kind: 'ticket', quantity: 2, amount: 7000 }],
        })),
      )
      const some = ids.filter(() => chance.happens(0.2))
      const more = { at, lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }] }
      if (some.length)
        await ingest(
          'refunds',
          some.map((id) => ({ id: `r-${id}`, purchase_id: id, ...more })),
        )
      await ingest(
        'redemptions',
        ids.slice(0, 5).map((id) => ({ id: `t-${id}`, at, tickets: 2, customer_id: null, by_subscription: false })),
      )
    },
    verify: async () => {
      const faults: string[] = []
      let acknowledged = 0
      for (const [table, ids] of Object.entries(accepted)) {
        const rows = await world.query<{ id: string }>(
          `select external_id as id from ${table} where source = $1 and external_id like any (array['chaos-%', '_-chaos-%'])`,
          [SOURCE],
        )
        acknowledged += ids.size
        const found = rows.map(({ id }) => id)
        faults.push(...notOnce(ids, found, `Of ${table},`))
        if (found.length > ids.size) faults.push(`${found.length} ${table} of ${ids.size} that were acknowledged`)
      }
      return { acknowledged, faults }
    },
  }
}
