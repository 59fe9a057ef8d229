import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import { exportLists } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { vouchers } from '../contract.ts'
import { codeColumns, everyGroup, everyVoucher, groupColumns } from './file.ts'
import type { VoucherKeys } from './keys.ts'
import { countOfGroups, countOfVouchers, type ListedGroup, type VoucherFilter } from './store.ts'

/** The groups as a file, named by its day. */
export async function exportGroups({ db, query, app, now, write }: Context<typeof vouchers.groupsCsv>) {
  const { zone } = app.env
  const { columns: choice, ...selection } = query
  const filter = { ...selection, zone }
  const total = await countOfGroups(db, filter)
  return exportLists(write, db, {
    name: `voucher-groups-${dayOf(now, zone)}.csv`,
    what: counted(total, 'voucher group'),
    columns: groupColumns(zone),
    choice,
    lists: [everyGroup(filter, total)],
  })
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
  const total = await countOfVouchers(db, params.id, filter, today)
  return exportLists(write, db, {
    name: `vouchers-${params.id}-${today}.csv`,
    recordedAs: { entity: 'voucher group', id: params.id },
    what: `${counted(total, 'voucher code')} of ${group.companyName}`,
    columns: codeColumns(zone, keys, today),
    choice: query.columns,
    lists: [everyVoucher(params.id, filter, today, total)],
  })
}
