import type { App } from '#server/app.ts'
import { adminByEmail } from '#server/auth/store.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { runFor } from '#server/http/run-for.ts'
import type { CallInput, ApprovalSubject } from '#server/http/approval.ts'
import type { Route } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { store } from '#features/access/approvals/server/request-approval.ts'
import { saveRule } from '#features/access/approvals/server/store.ts'

const HOUR_MS = 3_600_000
/** More than anybody makes by the way. */
const RULE = { action: 'vouchers', threshold: 10_000, hours: 7 * 24, isEmailed: false } as const
const CALL = 'vouchers.create'

const APPROVAL_REQUESTED = [
  {
    by: 'kelechi.nwosu@marquee.example',
    hoursAgo: 26,
    reason: 'Zenith Harbour Bank has renewed its staff reward for next year and paid the invoice',
    body: { companyName: 'Zenith Harbour Bank', quantity: 12_000, comment: 'Staff reward' },
  },
  {
    by: 'admin@marquee.example',
    hoursAgo: 3,
    reason: 'For the launch campaign in December, as agreed with Finance',
    body: { companyName: 'Atlantic Telecoms', quantity: 15_000, comment: 'Launch campaign' },
  },
]

/** Writes an approval rule and two requests that wait under it. */
export async function demo(db: Db, { now }: Demo, app: App): Promise<void> {
  await saveRule(db, RULE)
  const route = app.guarded.get(CALL)
  if (!route) return
  for (const { by, hoursAgo, reason, body } of APPROVAL_REQUESTED) {
    const admin = await adminByEmail(db, by)
    const me = admin && (await principalOfAdmin(db, admin.id))
    if (!me) continue
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS)
    const input: CallInput = {
      params: undefined,
      query: undefined,
      body: { ...body, approvedBy: me.name, paymentConfirmed: true, expiresOn: null },
    }
    const subject = await rehearsed(db, route, app, me, input, at)
    const requestingApproval = {
      endpoint: route.endpoint,
      me,
      subject,
      total: subject.size,
      cinemas: null,
      rule: RULE,
      input,
      reason,
      key: undefined,
      requestId: 'demo',
      now: at,
    }
    await store(db, app, requestingApproval)
  }
}

class Rehearsed extends Error {
  readonly subject: ApprovalSubject

  constructor(subject: ApprovalSubject) {
    super('Rolled back after the rehearsal')
    this.subject = subject
  }
}

/** What a call would do, which is undone. */
async function rehearsed(
  tx: Db,
  route: Route,
  app: App,
  me: Principal,
  input: CallInput,
  now: Date,
): Promise<ApprovalSubject> {
  const request = { id: 'demo', ip: '', log: app.log, signal: app.closing }
  const judging =
    async () =>
    async ([subject]: readonly ApprovalSubject[]) => {
      throw new Rehearsed(subject!)
    }
  try {
    await runFor(
      route,
      app,
      { me, input, key: 'demo', isApproved: true, before: async () => {}, judging, request, now },
      { tx },
    )
  } catch (error) {
    if (error instanceof Rehearsed) return error.subject
    throw error
  }
  throw new Error(`${CALL} did not declare its amount`)
}
