import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor, Stage } from '../actor.ts'

const GROUP = 100

/** Two counters redeem one voucher at the same time, each with a reference of its own: one of them gets it, for good. */
export function vouchers({ boss, client, program, chance, world, note }: Stage): Actor {
  const codes: { id: number; code: string }[] = []
  const winners = new Map<number, string>()
  const attempted = new Set<number>()
  let count = 0

  const makeGroup = async () => {
    const name = `Chaos ${++count} ${chance.chars(6)}`
    const made = await boss.untilAnswered<{ id: number }>({
      method: 'POST',
      path: '/generate-subscription-vouchers',
      body: { companyName: name, quantity: GROUP, approvedBy: 'Chaos', paymentConfirmed: true },
      headers: { 'idempotency-key': name },
    })
    if (made.status !== 200 && made.status !== 201) throw new Error(`Vouchers: ${made.status} ${made.message}`)
    const path = `/voucher-groups/${made.data.id}`
    // Many codes are made after the answer.
    for (;;) {
      const { data } = await boss.untilAnswered<{ vouchers: { id: number }[]; totalCount: number }>({
        method: 'GET',
        path: `${path}/vouchers?limit=${GROUP}`,
      })
      const ids = data.vouchers.map(({ id }) => id)
      if (data.totalCount === GROUP && ids.length) {
        const read = await boss.untilAnswered<{ codes: typeof codes }>({
          method: 'POST',
          path: `${path}/codes`,
          body: { ids },
        })
        return void codes.push(...read.data.codes)
      }
      await sleep(100)
    }
  }
  const redeem = async ({ id, code }: { id: number; code: string }, reference: string) => {
    const path = '/vouchers/redeem'
    const reply = await client.untilAnswered({ method: 'POST', path, body: { code, reference }, headers: program })
    if (reply.status !== 200) return
    const before = winners.get(id)
    if (before && before !== reference) note(`Voucher ${id} is redeemed by ${before} and by ${reference}`)
    winners.set(id, reference)
  }

  return {
    name: 'vouchers',
    step: async () => {
      if (!codes.length) await makeGroup()
      const voucher = codes.pop()!
      attempted.add(voucher.id)
      await Promise.all(['left', 'right'].map((side) => redeem(voucher, `${side}-${voucher.id}`)))
    },
    verify: async () => {
      const rows = await world.query<{ id: number; state: string; reference: string }>(
        'select id, state, reference from vouchers where id = any($1)',
        [[...attempted]],
      )
      const faults = rows.flatMap(({ id, state, reference }) =>
        state === 'redeemed' && reference === winners.get(Number(id))
          ? []
          : [`Voucher ${id} is ${state} by ${reference}; acknowledged was ${winners.get(Number(id))}`],
      )
      if (rows.length !== attempted.size) faults.push(`${rows.length} vouchers of ${attempted.size}`)
      return { acknowledged: winners.size, faults }
    },
  }
}
