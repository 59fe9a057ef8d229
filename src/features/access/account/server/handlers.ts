import { noteRefusedOwn } from '#server/audit/refused.ts'
import { linesBy } from '#server/audit/store.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { counted } from '#contract/counted.ts'
import { storePicture } from '#features/programming/media/server/public.ts'
import { queueSecurityEmail } from '#features/access/session/server/public.ts'
import type { App } from '#server/app.ts'
import { isPassword } from '#server/auth/password.ts'
import { newPasswordHash, passwordMinOf } from '#server/auth/password-rules.ts'
import { signsInAt } from '#server/auth/sign-in-by.ts'
import { endSession, endSessionsOf, sessionsOf } from '#server/auth/sessions.ts'
import {
  adminWithRole,
  changePicture,
  changeProfile,
  endPasswordResets,
  lockAccount,
  setPassword,
} from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle, type Writing } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { forgive, limit } from '#server/http/rate-limit.ts'
import { toE164 } from '#server/phone.ts'
import { account, type Account } from '../contract.ts'
import { messages } from '../rules.ts'

/** Tries of one's own password in a window. */
const PASSWORD_LIMIT = { max: 10, seconds: 300 }
/** Pictures of one's own in a window: each is read and stored. */
const PICTURE_LIMIT = { max: 20, seconds: 3600 }

export const handlers = handle(account, {
  fetch: ({ app, db, me }) => accountOf(app, db, me.id),

  save: async ({ app, db, me, body, record }) => {
    const mobile = toE164(body.mobile)
    if (!mobile) throw invalid({ mobile: messages.invalidPhone })
    await lockAccount(db, me.id)
    const before = await accountOf(app, db, me.id)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    await changeProfile(db, me.id, { firstName: body.firstName, lastName: body.lastName, mobile })
    const after = await accountOf(app, db, me.id)
    await record({
      ...auditRecord(me),
      summary: 'Edited their own profile',
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  setPicture: async ({ app, me, now, file, write }) => {
    await limit(app.db, `own picture ${me.id}`, PICTURE_LIMIT, now)
    const url = await storePicture(app, await file())
    return write(({ db, record }) => changeOwnPicture(app, { db, record }, me, url))
  },

  removePicture: ({ app, db, me, record }) => changeOwnPicture(app, { db, record }, me, null),

  changePassword: async ({ app, db, me, body, now, request, write }) => {
    const { admin } = (await adminWithRole(app.db, me.id))!
    if (admin.passwordHash === null) throw conflict(messages.noPassword)
    const noted = (summary: AuditSummary) =>
      noteRefusedOwn(db, { me, call: account.changePassword, requestId: request.id, now }, summary)
    await limit(db, `own password ${me.id}`, PASSWORD_LIMIT, now, () =>
      noted('Failed too often to change their own password'),
    )
    if (!(await isPassword(body.current, admin.passwordHash))) {
      await noted('Failed to change their own password: wrong current password')
      throw invalid({ current: messages.wrongPassword })
    }
    if (body.password === body.current) throw invalid({ password: messages.samePassword })
    const passwordHash = await newPasswordHash(app, body.password, admin)
    await write(async ({ db: tx, record }) => {
      await forgive(tx, `own password ${me.id}`)
      await setPassword(tx, me.id, passwordHash)
      await endPasswordResets(tx, me.id, now)
      await endSessionsOf(tx, me.id, now, me.sessionId)
      await queueSecurityEmail(tx, app, admin, { what: 'password changed' }, now)
      await record({ ...auditRecord(me), summary: 'Changed their own password' })
    })
  },

  sessions: async ({ db, me, now }) => ({
    sessions: (await sessionsOf(db, me.id, now)).map((session) => ({
      id: session.id,
      isThis: session.id === me.sessionId,
      device: session.device,
      address: session.address,
      means: session.means,
      opened_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      ends_at: session.endsAt.toISOString(),
    })),
  }),

  endSession: async ({ db, me, params: { id }, now, record }) => {
    const session = (await sessionsOf(db, me.id, now)).find((one) => one.id === id)
    if (!session) throw notFound('session')
    await endSession(db, id, now)
    await record({ ...auditRecord(me), summary: `Ended their own session of ${session.device}` })
  },

  endOthers: async ({ db, me, now, record }) => {
    const ended = await endSessionsOf(db, me.id, now, me.sessionId)
    await record({ ...auditRecord(me), summary: `Ended ${counted(ended, 'session')} of their own` })
  },

  activity: async ({ db, me, query }) => {
    const { lines, totalCount } = await linesBy(db, me.id, sliceOf(query))
    return { lines: lines.map((line) => ({ ...line, at: line.at.toISOString() })), totalCount }
  },
})

async function accountOf({ env }: App, db: Db, id: number): Promise<Account> {
  const found = await adminWithRole(db, id)
  if (!found) throw notFound('admin')
  const { admin, role } = found
  return {
    ...admin,
    role,
    hasPassword: admin.passwordHash !== null,
    signsInAt: signsInAt(env, admin),
    passwordMin: await passwordMinOf(db, env, id),
  }
}

async function changeOwnPicture(app: App, { db, record }: Writing, me: { id: number }, url: string | null) {
  await lockAccount(db, me.id)
  const before = await accountOf(app, db, me.id)
  await changePicture(db, me.id, url)
  const after = await accountOf(app, db, me.id)
  await record({
    ...auditRecord(me),
    summary: url ? 'Set their own picture' : 'Removed their own picture',
    before: { profileImage: before.profileImage },
    after: { profileImage: after.profileImage },
  })
  return after
}

const auditRecord = (me: { id: number }) => ({ entity: 'admin', id: me.id })
const audited = ({ firstName, lastName, mobile }: Account) => ({ firstName, lastName, mobile })
