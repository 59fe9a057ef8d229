import type { AuditSummary } from '#server/audit/summary.ts'
import { actorOf } from '#server/http/principal.ts'
import { customerByEmail, customerOr404 } from '#features/customers/customers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { guestId, type PersonReferences } from '#server/person.ts'
import { privacy, type Erasure } from '../contract.ts'
import { isConfirmed, MERGE_FIELD_NAMES, messages, type MergeField, type Side } from '../rules.ts'
import { dismissPair, duplicateRecords, pageOfPairs, pairsWith, restorePair } from './duplicates.ts'
import { erasePerson, inventory, owedTo } from './erase.ts'
import { findErasure } from './erasures.ts'
import { exportGuest, exportPerson, mustBeGuest } from './export.ts'
import { halfOf, lockBoth, mergeRecords, mergesInto, undoMerge, type Half } from './merge.ts'
import { personReferencesOf, searchTermsOf } from './person-references.ts'

/** What a merge adds up, in the order in which it is shown. */
const ADDS = ['Purchases', 'Subscription terms', 'Tickets redeemed', 'Available points']

export const handlers = handle(privacy, {
  export: exportPerson,

  erasure: async ({ app, db, params: { id }, now }) => {
    const erasure = await findErasure(db, { id })
    if (erasure) return erasedOverview(erasure)
    const { email, ...names } = await customerOr404(db, id)
    const references = await personReferencesOf(db, { id })
    return {
      name: nameOf(names),
      email,
      customerId: null,
      erasure: null,
      ...(await overviewOf(app, db, references, now)),
    }
  },

  erase: ({ app, params: { id }, body, me, now, write }) =>
    write(async ({ db, record, declareAmount }) => {
      if (await findErasure(db, { id })) throw conflict(messages.erasedBefore)
      const customer = await customerOr404(db, id, { lock: true })
      const confirmed = { email: customer.email, name: nameOf(customer) }
      if (!isConfirmed(body.confirmation, confirmed))
        throw invalid({ confirmation: messages.wrongConfirmation(customer.email !== null) })
      const { reason } = body
      const retained = await erasePerson(app, db, { id }, { by: actorOf(me), reason, now })
      declareAmount(1, { fresh: ['retained'] })
      await record({ entity: 'customer', id, summary: `Erased customer ${id}`, after: { reason, retained } })
      return (await findErasure(db, { id }))!
    }),

  exportGuest,

  guestErasure: async ({ app, db, params: { email }, now }) => {
    const erasure = await findErasure(db, { email })
    if (erasure?.running) return erasedOverview(erasure)
    const references = await personReferencesOf(db, { email })
    const overview = await overviewOf(app, db, references, now)
    // Who was erased and bought again since is a guest again.
    if (overview.goes.length === 0) {
      if (!erasure) throw notFound('guest')
      return erasedOverview(erasure)
    }
    const customerId = (await customerByEmail(db, email))?.id ?? null
    return { name: references.names[0] ?? '', email: references.emails[0]!, customerId, erasure: null, ...overview }
  },

  eraseGuest: ({ app, params: { email }, body, me, now, write }) =>
    write(async ({ db, record, declareAmount }) => {
      await mustBeGuest(db, email)
      if ((await findErasure(db, { email }))?.running) throw conflict(messages.guestErasing)
      if (!isConfirmed(body.confirmation, { email, name: '' }))
        throw invalid({ confirmation: messages.wrongConfirmation(true, 'guest') })
      const { reason } = body
      const retained = await erasePerson(app, db, { email }, { by: actorOf(me), reason, now })
      declareAmount(1, { fresh: ['retained'] })
      await record({ entity: 'guest', id: guestId(email), summary: 'Erased a guest', after: { reason, retained } })
      return (await findErasure(db, { email }))!
    }),

  duplicates: ({ db, query: { page, perPage, by } }) => pageOfPairs(db, by, sliceOf({ page, perPage })),

  duplicatesOf: async ({ db, params: { id } }) => {
    await customerOr404(db, id)
    return pairsWith(db, id)
  },

  dismiss: async ({ db, body: { one, other }, me, now, record }) => {
    await bothThere(db, one, other)
    await dismissPair(db, one, other, me.name, now)
    await record({ ...pair(one, other), summary: `Marked customers ${one} and ${other} as different people` })
  },

  undismiss: async ({ db, body: { one, other }, record }) => {
    await bothThere(db, one, other)
    await restorePair(db, one, other)
    await record({ ...pair(one, other), summary: `Restored customers ${one} and ${other} as possible duplicates` })
  },

  comparison: async ({ app, db, params: { id, other } }) => {
    const { survivor, merged } = await found(app, db, id, other)
    const records = await duplicateRecords(db, [id, other])
    const adds = ADDS.map((what) => ({ what, this: survivor.adds.get(what) ?? 0, other: merged.adds.get(what) ?? 0 }))
    return {
      this: records.get(id)!,
      other: records.get(other)!,
      fields: MERGE_FIELD_NAMES.map((field) => ({ field, this: survivor.fields[field], other: merged.fields[field] })),
      adds,
    }
  },

  merge: async ({ app, db, params: { id }, body, me, now, record, declareAmount }) => {
    const { survivor, merged } = await found(app, db, id, body.other, { lock: true })
    if (isStale(survivor, body.version) || isStale(merged, body.otherVersion)) throw stale({ id, other: body.other })
    const sideOf = (field: MergeField): Side => body.fields?.[field] ?? 'this'
    await mergeRecords(app, db, { survivor: id, merged: body.other }, sideOf, actorOf(me), now)
    const summary: AuditSummary = `Merged customer ${body.other} into customer ${id}`
    declareAmount(1)
    await record({
      entity: 'customer',
      id,
      summary,
      before: audited(survivor),
      after: audited(await halfOf(app.people, db, id)),
    })
    await record({ entity: 'customer', id: body.other, summary, before: audited(merged) })
    return { id }
  },

  merges: async ({ db, params: { id }, now }) => {
    await customerOr404(db, id)
    return (await mergesInto(db, id, now)).map(({ merged, at, by }) => ({ merged, at, by }))
  },

  undoMerge: async ({ app, db, params: { id, other }, me, now, record, declareAmount }) => {
    await lockBoth(db, id, other)
    const before = await halfOf(app.people, db, id)
    const stays = await undoMerge(app, db, { survivor: id, merged: other }, actorOf(me), now)
    declareAmount(1)
    const summary: AuditSummary = `Undid the merge of customer ${other} into customer ${id}`
    const after = audited(await halfOf(app.people, db, id))
    await record({ entity: 'customer', id, summary, before: audited(before), after: { ...after, stays } })
    await record({ entity: 'customer', id: other, summary, after: audited(await halfOf(app.people, db, other)) })
    return { id, stays }
  },
})

/** Of somebody who is erased. */
const erasedOverview = (erasure: Erasure) => ({
  name: '',
  email: null,
  goes: [],
  keeps: erasure.retained,
  owed: [],
  customerId: null,
  erasure,
})

async function overviewOf(app: App, db: Db, references: PersonReferences, now: Date) {
  const { goes, retained } = await inventory(app.people, db, references, await searchTermsOf(db, references))
  return { goes, keeps: retained, owed: await owedTo(app, db, references, now) }
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()
const pair = (one: number, other: number) => ({ entity: 'customer', id: Math.max(one, other) })
/** A guardian is a person too: the audit has whether there is one, the club alone the name. */
const audited = ({ customer: { firstName, lastName }, fields: { name: _, guardian, ...values } }: Half) => ({
  firstName,
  lastName,
  ...values,
  has_guardian: guardian !== null,
})
const isStale = ({ customer: { version } }: Half, expected: number | undefined) =>
  expected !== undefined && expected !== version

async function bothThere(db: Db, one: number, other: number) {
  if (one === other) throw invalid({ other: messages.sameCustomer })
  await customerOr404(db, one)
  await customerOr404(db, other)
}

async function found({ people }: App, db: Db, id: number, other: number, { lock = false } = {}) {
  if (id === other) throw invalid({ other: messages.sameCustomer })
  if (lock) await lockBoth(db, id, other)
  return { survivor: await halfOf(people, db, id), merged: await halfOf(people, db, other) }
}
