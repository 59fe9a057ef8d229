import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import { chosenColumns, copiedReply } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { vouchers } from '../contract.ts'
import { codeColumns, everyGroup, everyVoucher, groupColumns } from './file.ts'
import type { VoucherKeys } from './keys.ts'
import { countOfGroups, countOfVouchers, type ListedGroup, type VoucherFilter } from './store.ts'

/** The groups as a file, named by its day. */
export async function exportGroups({ db, query, app, now, write }: Context<typeof vouchers.groupsCsv>) {
  const { zone } = app.env
  const { columns: chosen, ...selection } = query
  const filter = { ...selection, zone }
  const columns = chosenColumns(groupColumns(zone), chosen)
  const total = await countOfGroups(db, filter)
  const name = `voucher-groups-${dayOf(now, zone)}.csv`
  await write(({ record }) =>
    record({ entity: 'export', id: name, summary: `Exported ${counted(total, 'voucher group')}` }),
  )
  return copiedReply(db, name, columns, [everyGroup(filter, total)], total)
}

/** A group's vouchers with their codes as a file; who took it stands in the audit log. */
export async function exportCodes(
  { db, query, params, app, now, write }: Context<typeof vouchers.csv>,
  group: ListedGroup,
  filter: VoucherFilter,
  keys: VoucherKeys,
) {
  const { zone } = app.env
  const today = dayOf(now, zone)
  const columns = chosenColumns(codeColumns(zone, keys, today), query.columns)
  const total = await countOfVouchers(db, params.id, filter, today)
  const name = `vouchers-${params.id}-${today}.csv`
  const summary = `Exported ${counted(total, 'voucher code')} of ${group.companyName}`
  await write(({ record }) => record({ entity: 'voucher group', id: params.id, summary }))
  return copiedReply(db, name, columns, [everyVoucher(params.id, filter, today, total)], total)
}
