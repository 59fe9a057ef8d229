import { sql } from 'drizzle-orm'
import { REASON_HEADER, type ApprovalAction } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { POINTS_MOST } from '#contract/permissions.ts'
import { openSession } from '#server/auth/sessions.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { roles } from '#server/auth/tables.ts'
import type { Answer, Call, TestServer } from '#server/test/harness.ts'
import { approvals, type ApprovalRequest } from '../../contract.ts'

export type Person = {
  id: number
  name: string
  roleId: number
  call: <E extends Endpoint>(endpoint: E, call?: Omit<Call<E>, 'as'>) => Promise<Answer<E>>
  /** Makes a call that is to need a second person. @returns the proposal */
  requestApproval: <E extends Endpoint>(
    endpoint: E,
    call: Omit<Call<E>, 'as'>,
    reason?: string,
  ) => Promise<ApprovalRequest>
  approve: (
    approvalRequest: Pick<ApprovalRequest, 'id' | 'fingerprint'>,
  ) => Promise<Answer<(typeof approvals)['approve']>>
  /** What they can decide about. */
  pending: () => Promise<number>
  see: (id: number) => Promise<ApprovalRequest>
}

export const because = (reason: string) => ({ [REASON_HEADER]: encodeURIComponent(reason) })

let made = 0
/** Somebody with an account: a superadmin, or an admin with these permissions. */
export async function person(server: TestServer, name: string, permissions?: string[]): Promise<Person> {
  const db = server.db
  const roleId = permissions
    ? (
        await db
          .insert(roles)
          .values({ name: `${name} ${++made}`, permissions, pointsLimit: POINTS_MOST })
          .returning({ id: roles.id })
      )[0]!.id
    : await defaultRoleId(db)
  const [firstName, lastName = ''] = name.split(' ') as [string, string?]
  const { id } = await addAdmin(db, {
    email: `${firstName}.${++made}@office.example`.toLowerCase(),
    firstName,
    lastName,
    userType: permissions ? 'Admin' : 'Super Admin',
    roleId,
    passwordHash: 'none',
  })
  const me: Person = {
    id,
    name,
    roleId,
    call: async (endpoint, call) => {
      const now = server.clock.now()
      const { sessionId } = await openSession(db, id, now, server.app.env.session)
      const token = await server.app.accessTokens.sign(sessionId, now)
      const headers = { authorization: `Bearer ${token}`, ...call?.headers }
      return server.call(endpoint, { ...call, as: 'nobody', headers })
    },
    requestApproval: async (endpoint, call, reason = 'Agreed with the manager') => {
      const answer = await me.call(endpoint, { ...call, headers: { ...because(reason), ...call.headers } } as never)
      if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`)
      return answer.body.data as never
    },
    approve: ({ id: of, fingerprint }) => me.call(approvals.approve, { params: { id: of }, body: { fingerprint } }),
    pending: async () => (await me.call(approvals.pending)).body.data.count,
    see: async (of) => (await me.call(approvals.fetch, { params: { id: of } })).body.data,
  }
  return me
}

export async function setRule(server: TestServer, action: ApprovalAction, threshold: number | null, more: object = {}) {
  const answer = await server.call(approvals.setRule, {
    params: { action },
    body: { threshold, hours: 72, isEmailed: false, ...more },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

/** None is set, and nothing was done under one. */
export async function noRules(server: TestServer) {
  await server.db.execute(sql`delete from approval_rules`)
  await noneDone(server)
}

/** What comes next is weighed alone, as on another day. */
export const noneDone = (server: TestServer) => server.db.execute(sql`delete from limit_usage`)

export async function customer(server: TestServer, name = 'Ada Obi'): Promise<number> {
  const [first, last = ''] = name.split(' ')
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on)
    values ('test', ${`approvals-${++made}`}, ${first}, ${last}, ${`c${made}@mail.example`}, '2026-01-05T08:00:00Z', '2026-01-05')
    returning id`)
  return rows[0]!.id
}

/** Lines of a customer's ledger, in order. */
export const ledger = async (server: TestServer, id: number) =>
  (
    await server.db.execute<{ points: number; actor: string }>(
      sql`select points, actor from points_ledger where customer_id = ${id} order by id`,
    )
  ).rows

export const lines = async (server: TestServer, action: string) =>
  (
    await server.db.execute<{ actor: string; summary: string; request: string }>(
      sql`select actor, summary, request_id as request from audit_log where action = ${action} order by id`,
    )
  ).rows
