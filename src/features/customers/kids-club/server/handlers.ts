import { dayOf } from '#contract/time.ts'
import { recordOpening } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { actorOf } from '#server/http/principal.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { kidsClub, type ClubMember } from '../contract.ts'
import { guardianErrors, messages, type Guardian } from '../rules.ts'
import {
  addMember,
  changeMember,
  countMembers,
  findMember,
  lockCustomer,
  isMember,
  readMember,
  removeMember,
} from './store.ts'

export const handlers = handle(kidsClub, {
  summary: ({ db }) => countMembers(db),

  member: async ({ db, me, params: { id }, now, write }) => {
    const member = await readMember(db, id)
    if (!member) return null
    const line = { ...about(id), summary: `Viewed the kids club membership of customer ${id}` } as const
    // It stands on the profile, whose opening says as much.
    const by = { actor: actorOf(me), actions: ['kids-club.member', 'customers.fetch'], now } as const
    await recordOpening({ db, write }, line, by)
    return member
  },

  add: async ({ body: { userId, joinedAt, ...guardian }, db, record, now, app }) => {
    checked(guardian, now, app.env.zone)
    const at = joinedAt ? new Date(joinedAt) : now
    if (at > now) throw invalid({ joinedAt: messages.joinedToCome })
    if (!(await lockCustomer(db, userId))) throw invalid({ userId: messages.noSuchCustomer })
    let version: number
    try {
      version = await addMember(db, userId, guardian, at)
    } catch (error) {
      throw isMember(error) ? conflict(messages.isMember) : error
    }
    await record({
      ...about(userId),
      summary: `Added customer ${userId} ${joinedAt ? 'back to' : 'to'} the kids club`,
      after: audited(guardian),
    })
    return { userId, version }
  },

  edit: async ({ params: { id }, body: { version, ...guardian }, db, record, now, app }) => {
    checked(guardian, now, app.env.zone)
    const before = await found(db, id)
    if (version !== undefined && version !== before.version) throw stale(before)
    const after = await changeMember(db, id, guardian)
    await record({
      ...about(id),
      summary: `Edited guardian and consent of the kids club member ${id}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  remove: async ({ params: { id }, query: { version }, db, record }) => {
    const before = await found(db, id)
    if (version !== undefined && version !== before.version) throw stale(before)
    await removeMember(db, id)
    await record({ ...about(id), summary: `Removed customer ${id} from the kids club`, before: audited(before) })
    return before
  },
})

const about = (id: number) => ({ entity: 'customer', id })
/** A guardian is a person too: the audit has whether there is one, the club alone the name. */
const audited = ({ guardianName, consentDate, consentSource }: Guardian) => ({
  has_guardian: guardianName !== '',
  consent_date: consentDate,
  consent_source: consentSource,
})

function checked(guardian: Guardian, now: Date, zone: string) {
  const errors = Object.entries(guardianErrors(guardian, dayOf(now, zone))).filter(([, message]) => message)
  if (errors.length) throw invalid(Object.fromEntries(errors) as Record<string, string>)
}

async function found(db: Db, id: number): Promise<ClubMember> {
  const member = await findMember(db, id)
  if (!member) throw notFound('kids club member')
  return member
}
