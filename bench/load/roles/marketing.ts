import { randomUUID } from 'node:crypto'
import { categories, type Category } from '#features/programming/categories/contract.ts'
import { vouchers, type Voucher, type VoucherGroup } from '#features/marketing/vouchers/contract.ts'
import { palette, PAGE, type Action, type Role } from '../desk.ts'
import { listMovies } from './management.ts'

const GROUP = 20

const keepCategory: Action = async ({ browser, chance }) => {
  const ask = {
    as: 'create a category',
    call: categories.create,
    body: { name: `Kind ${randomUUID()}` },
    headers: { 'idempotency-key': randomUUID() },
  }
  // Who presses twice, or whose answer was lost.
  const isTwice = chance.happens(0.2)
  const made = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => browser.ask<Category>(ask)))
  const [one, other] = made
  if (!one) return
  if (isTwice && other?.id !== one.id) throw new Error(`One key made the categories ${one.id} and ${other?.id}`)
  const params = { id: one.id }
  const changed = await browser.ask<Category>({
    as: 'change a category',
    call: categories.change,
    params,
    body: { name: `Sort ${randomUUID()}`, version: one.version },
  })
  if (changed?.version !== one.version + 1) throw new Error(`Category ${one.id} was changed to ${changed?.version}`)
  await browser.look({ as: 'delete a category', call: categories.remove, params })
}

const makeVouchers: Action = async ({ browser, chance, ground }) => {
  const made = await browser.ask<VoucherGroup>({
    as: 'make 20 vouchers',
    call: vouchers.create,
    body: {
      companyName: `Load ${chance.chars(8)}`,
      quantity: GROUP,
      approvedBy: 'The manager',
      paymentConfirmed: true,
      subscriptionId: ground.plan,
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (!made) return
  const params = { id: made.id }
  const list = await browser.ask<{ vouchers: Voucher[] }>({
    as: 'vouchers of a group',
    call: vouchers.list,
    params,
    query: { page: 1, perPage: PAGE },
  })
  const [voucher] = list?.vouchers ?? []
  if (voucher)
    await browser.look({
      as: 'change a voucher',
      call: vouchers.change,
      params: { id: voucher.id },
      body: { recipient: `Ada ${chance.chars(6)}`, version: voucher.version },
      isRight: ({ version }: Voucher) => version === voucher.version + 1,
    })
}

const listVouchers: Action = ({ browser }) =>
  browser.look({ as: 'voucher groups, a page', call: vouchers.groups, query: { page: 1, perPage: PAGE } })

export const marketing: Role = {
  name: 'Load: marketing',
  permissions: ['categories:read', 'categories:write', 'vouchers:read', 'vouchers:write', 'movies:read'],
  actions: [
    [3, keepCategory],
    [2, makeVouchers],
    [3, listVouchers],
    [3, listMovies],
    [2, palette],
  ],
}
