import { actorOf } from '#server/http/principal.ts'
import { counted } from '#contract/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { refusalWherever, type Rights } from '#contract/permissions.ts'
import { toNaira } from '#contract/money.ts'
import { dayOf, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { vouchers, type Voucher, type VoucherGroup } from '../contract.ts'
import { INLINE_VOUCHERS, messages, readCode, showCode } from '../rules.ts'
import { exportCodes, exportGroups } from './exports.ts'
import { keysToMakeWith, keysToReadWith, voucherKeys } from './keys.ts'
import { makeCodes, makeSome, newVoucher } from './making.ts'
import { redeem } from './redeem.ts'
import {
  addGroup,
  addVouchers,
  changeVoucher,
  countOfGroups,
  countOfVouchers,
  findGroup,
  firstOfGroups,
  groupOf,
  lockVoucher,
  lockVouchers,
  isGroup,
  pageOfGroups,
  pageOfVouchers,
  plansOnSale,
  vouchersOf,
  voidVouchers,
  type StoredVoucher,
  type ListedGroup,
  type VoucherFilter,
} from './store.ts'

/** So many vouchers are named where several are in the way. */
const MOST_NAMED = 10

const todayOf = (app: App, now: Date): Day => dayOf(now, app.env.zone)

export const handlers = handle(vouchers, {
  groups: async ({ app, db, query, me, now }) => {
    const { $include, page, perPage, ...selection } = query
    const filter = { ...selection, zone: app.env.zone }
    const today = todayOf(app, now)
    const include = new Set($include?.split(',').map((part) => part.trim()))
    const groups = await pageOfGroups(db, filter, today, sliceOf({ page, perPage }))
    const inline = include.has('vouchers')
      ? await firstOfGroups(
          db,
          groups.map(({ id }) => id),
          INLINE_VOUCHERS,
          today,
        )
      : undefined
    return {
      voucherGroups: groups.map((group) => ({
        ...group,
        ...(include.has('generatedBy') && maker(group)),
        ...(inline && { vouchers: (inline.get(group.id) ?? []).map(visibleTo(me)) }),
      })),
      totalCount: await countOfGroups(db, filter),
    }
  },

  groupsCsv: exportGroups,

  create: async ({ app, db, body, me, now, record, declareAmount }) => {
    const today = todayOf(app, now)
    const { expiresOn = null } = body
    if (expiresOn !== null && expiresOn < today) throw invalid({ expiresOn: messages.pastDay })
    const plan = (await plansOnSale(db)).find(({ id }) => id === body.subscriptionId)
    if (!plan) throw invalid({ subscriptionId: messages.unknownPlan })
    const { companyName, quantity, approvedBy, comment } = body
    const by = actorOf(me)
    const id = await addGroup(db, { companyName, quantity, approvedBy, comment, plan, expiresOn, by }, now)
    if (await makeSome(db, app.env, id)) await app.jobs.send(makeCodes, { groupId: id }, { db })
    declareAmount(quantity, { fresh: ['id'] })
    await record({
      ...about(id),
      summary: `Created ${counted(quantity, 'voucher')} for ${companyName}`,
      after: { companyName, quantity, approvedBy, comment, subscriptionId: plan.id, expiresOn, paymentConfirmed: true },
    })
    return withMaker((await findGroup(db, id, today))!)
  },

  plans: async ({ db }) =>
    (await plansOnSale(db)).map(({ id, name, kobo }) => ({
      product_id: id,
      product_name: name,
      product_price: toNaira(kobo),
    })),

  group: async ({ app, db, params, now }) => withMaker(await groupOr404(db, params.id, todayOf(app, now))),

  list: async ({ app, db, params, query, me, now }) => {
    const today = todayOf(app, now)
    if (!(await isGroup(db, params.id))) throw notFound('voucher group')
    const filter = filterOf(app, query)
    const rows = await pageOfVouchers(db, params.id, filter, today, sliceOf(query))
    return { vouchers: rows.map(visibleTo(me)), totalCount: await countOfVouchers(db, params.id, filter, today) }
  },

  codes: ({ app, params, body, now, write }) =>
    write(async ({ db, record }) => {
      const today = todayOf(app, now)
      const group = await groupOr404(db, params.id, today)
      const keys = await keysToReadWith(db, app.env)
      const found = all(await vouchersOf(db, params.id, body.ids, today), body.ids)
      await record({
        ...about(params.id),
        summary: `Viewed ${counted(found.length, 'voucher code')} of ${group.companyName}`,
        after: { vouchers: last4sOf(found) },
      })
      return { codes: found.map(({ id, sealed, lookup }) => ({ id, code: showCode(keys.open(sealed, lookup)) })) }
    }),

  csv: async (context) => {
    const { app, db, params, query, now } = context
    const group = await groupOr404(db, params.id, todayOf(app, now))
    if (group.made < group.quantity) throw conflict(messages.stillMaking)
    return exportCodes(context, group, filterOf(app, query), await keysToReadWith(db, app.env))
  },

  void: async ({ app, db, params, body, now, record }) => {
    const today = todayOf(app, now)
    const group = await groupOr404(db, params.id, today)
    if (body.all && group.made < group.quantity) throw conflict(messages.stillMaking)
    const chosen = body.all ? undefined : open(all(await lockVouchers(db, params.id, body.ids!, today), body.ids!))
    const count = await voidVouchers(db, params.id, chosen ? chosen.map(({ id }) => id) : 'all', now)
    await record({
      ...about(params.id),
      summary: `Voided ${counted(count, 'voucher')} of ${group.companyName}`,
      after: { vouchers: chosen ? last4sOf(chosen) : 'all unused' },
    })
    return { count }
  },

  reissue: async ({ app, db, params, body, now, record, declareAmount }) => {
    const today = todayOf(app, now)
    const group = await groupOr404(db, params.id, today)
    const before = all(await lockVouchers(db, params.id, body.ids, today), body.ids)
    const settled = before.filter(({ state, replacedBy }) => state === 'redeemed' || replacedBy !== null)
    if (settled.length) throw conflict(notOpen(settled))
    if (body.expiresOn != null && body.expiresOn < today) throw invalid({ expiresOn: messages.pastDay })
    const lastDay = (voucher: StoredVoucher) => (body.expiresOn === undefined ? voucher.expiresOn : body.expiresOn)
    if (before.some((voucher) => (lastDay(voucher) ?? today) < today)) throw invalid({ expiresOn: messages.pastDay })
    const keys = await keysToMakeWith(db, app.env)
    await voidVouchers(
      db,
      params.id,
      before.map(({ id }) => id),
      now,
    )
    const fresh = before.map((voucher) => ({
      ...newVoucher(keys, lastDay(voucher)),
      recipient: voucher.recipient,
      replaces: voucher.id,
    }))
    const ids = await addVouchers(db, params.id, fresh)
    declareAmount(before.length, { fresh: ['vouchers'] })
    await record({
      ...about(params.id),
      summary: `Replaced ${counted(before.length, 'voucher')} of ${group.companyName}`,
      before: { vouchers: last4sOf(before) },
      after: { vouchers: last4sOf(fresh) },
    })
    return { count: ids.length, ids }
  },

  change: async ({ app, db, params, body, me, now, record }) => {
    const today = todayOf(app, now)
    const before = await lockVoucher(db, params.id, today)
    if (!before) throw notFound('voucher')
    if (body.version !== undefined && body.version !== before.version) throw stale(visibleTo(me)(before))
    const { recipient = before.recipient, expiresOn = before.expiresOn } = body
    if (expiresOn !== before.expiresOn) {
      open([before])
      if (expiresOn !== null && expiresOn < today) throw invalid({ expiresOn: messages.pastDay })
    }
    await changeVoucher(db, params.id, { recipient, expiresOn })
    const after = (await lockVoucher(db, params.id, today))!
    const audited = (voucher: StoredVoucher) => ({ recipient: voucher.recipient, expiresOn: voucher.expiresOn })
    const group = await groupOf(db, params.id)
    await record({
      ...about(group.id),
      summary: `Edited the voucher …${before.last4} of ${group.companyName}`,
      before: audited(before),
      after: audited(after),
    })
    return visibleTo(me)(after)
  },

  redeem: async ({ app, db, body, me, now, record }) => {
    const { key, name } = me
    if (!key?.recordTypes.includes('vouchers')) throw forbidden(messages.redeemForbidden)
    const code = readCode(body.code)
    const { lookup } = await keysToReadWith(db, app.env)
    if (!code) throw notFound('voucher')
    const redemption = {
      lookup: lookup(code),
      by: { name, source: key.source },
      customerId: body.customer_id ?? undefined,
      reference: body.reference ?? undefined,
    }
    const redeemed = await redeem(db, redemption, now, app.env)
    const group = await groupOf(db, redeemed.voucher_id)
    const did = redeemed.repeated ? 'Repeated the redemption of' : 'Redeemed'
    await record(
      {
        ...about(group.id),
        summary: `${did} the voucher …${code.slice(-4)} of ${group.companyName}`,
        after: { voucher: redeemed.voucher_id, reference: redemption.reference ?? null, term: redeemed.term },
      },
      { id: null, name },
    )
    return redeemed
  },
})

const about = (id: number) => ({ entity: 'voucher group', id })
const last4sOf = (list: readonly { last4: string }[]) => list.map(({ last4 }) => `…${last4}`).join(', ')

const maker = ({ generatedById, generatedByName }: ListedGroup) => ({
  generatedBy: { id: generatedById, name: generatedByName },
})
const withMaker = (group: ListedGroup): VoucherGroup => ({ ...group, ...maker(group) })

/** Without its group and its code as it is kept. A customer's name is for those who may see customers. */
const visibleTo =
  (me: Rights) =>
  ({ groupId: _, lookup: __, sealed: ___, ...voucher }: StoredVoucher): Voucher =>
    voucher.customer && refusalWherever(me, 'customers:read', 'vouchers:read')
      ? { ...voucher, customer: { ...voucher.customer, name: '' } }
      : voucher

async function groupOr404(db: Db, id: number, today: Day): Promise<ListedGroup> {
  const group = await findGroup(db, id, today)
  if (!group) throw notFound('voucher group')
  return group
}

/** A whole code is looked for by its keyed hash. */
const filterOf = (
  { env }: App,
  { search, ...selection }: Omit<Output<(typeof vouchers)['csv']['query']>, 'columns'>,
): VoucherFilter => {
  const code = search && readCode(search)
  return { ...selection, search, lookup: code ? voucherKeys(env).lookup(code) : undefined, zone: env.zone }
}

/** @throws 404 when one that was chosen is not of this group */
function all(found: StoredVoucher[], ids: readonly number[]): StoredVoucher[] {
  if (found.length < new Set(ids).size) throw notFound('voucher')
  return found
}

/** @throws 409 when one was redeemed or voided meanwhile: then none is touched */
function open(chosen: StoredVoucher[]): StoredVoucher[] {
  const settled = chosen.filter(({ state }) => state === 'redeemed' || state === 'void')
  if (settled.length) throw conflict(notOpen(settled))
  return chosen
}

const notOpen = (settled: readonly StoredVoucher[]): string => {
  const redeemed = settled.filter(({ state }) => state === 'redeemed')
  const [state, list] = redeemed.length ? ['redeemed', redeemed] : ['voided', settled]
  if (list.length === 1) return `The voucher …${list[0]!.last4} was already ${state}. Nothing was changed.`
  const more = list.length > MOST_NAMED ? ` and ${list.length - MOST_NAMED} more` : ''
  const which = last4sOf(list.slice(0, MOST_NAMED)) + more
  return `${list.length} of the vouchers were already ${state} (${which}). Nothing was changed.`
}
