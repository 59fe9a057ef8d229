import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unmarked } from '#contract/isolate.ts'
import { admins } from '#features/access/admins/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { messages as pointsMessages } from '#features/customers/points/rules.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { serviceTokens } from '#features/access/service-tokens/contract.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { approvals } from '../contract.ts'
import { messages } from '../rules.ts'
import { retention } from './retention.ts'
import { because, customer, ledger, lines, noneDone, noRules, person, setRule, type Person } from './test/office.ts'

let server: TestServer
let ada: Person
let bisi: Person
let chidi: Person
beforeAll(async () => {
  server = await testServer()
  ada = await person(server, 'Ada Obi', ['points:read', 'points:write'])
  bisi = await person(server, 'Bisi Ade', ['points:read', 'points:write'])
  chidi = await person(server, 'Chidi Eze')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await noRules(server)
})

const hoursLater = (hours: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString())
const award = (id: number, amount: number) => ({ params: { id }, body: { points: amount, reason: 'Premiere night' } })

describe('an act', () => {
  test('needs nobody where no rule is set, below the threshold, or of another kind', async () => {
    const id = await customer(server)
    expect((await ada.call(points.award, award(id, 9000))).status).toBe(200)
    await setRule(server, 'points', 5000)
    expect((await ada.call(points.award, award(id, 4999))).status).toBe(200)
    await setRule(server, 'points', null)
    await setRule(server, 'vouchers', 1)
    expect((await ada.call(points.award, award(id, 9000))).status).toBe(200)
    expect(await ledger(server, id)).toHaveLength(3)
  })

  test('that meets a rule is not done: the answer says what it would do, and asks why', async () => {
    await setRule(server, 'points', 5000)
    const id = await customer(server)
    const answer = await ada.call(points.award, award(id, 5000))
    expect(answer.status).toBe(403)
    expect(answer.problem).toEqual({
      status: 403,
      message: 'Awarding, redeeming or reversing points (5,000 points or more) needs approval',
      code: 'approval',
      data: { action: 'points', amount: 5000, summaries: [`Award 5000 points to customer ${id}`], hours: 72 },
    })
    expect(await ledger(server, id)).toEqual([])
    expect(await bisi.pending()).toBe(0)
  })

  test('that cannot be done is refused as ever, not proposed', async () => {
    await setRule(server, 'points', 1)
    const id = await customer(server)
    const answer = await ada.call(points.redeem, { ...award(id, 10), headers: because('Please') })
    expect([answer.status, answer.problem.message]).toEqual([422, pointsMessages.tooFew(0)])
    expect(await bisi.pending()).toBe(0)
  })

  test('is proposed with a reason in any script; a reason that is none is refused', async () => {
    await setRule(server, 'points', 1)
    const id = await customer(server)
    const approvalRequest = await ada.requestApproval(points.award, award(id, 10), 'Ẹ jọ̀ọ́ – “birthday” 🎉')
    expect(approvalRequest.reason).toBe('Ẹ jọ̀ọ́ – “birthday” 🎉')
    for (const header of ['', '%20', '%zz', encodeURIComponent('x'.repeat(301))]) {
      const answer = await ada.call(points.award, { ...award(id, 11), headers: { 'approval-reason': header } })
      expect([answer.status, answer.problem.errors?.[0]?.field], header).toEqual([422, 'approval-reason'])
    }
  })
})

describe('a proposal', () => {
  beforeEach(() => setRule(server, 'points', 5000))

  test('waits for whoever could do it, and not for its proposer', async () => {
    const id = await customer(server)
    const outsider = await person(server, 'Dayo Ige', ['points:read', 'tickets:read'])
    const before = await bisi.pending()
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000))
    expect(approvalRequest).toMatchObject({
      action: 'points',
      amount: 6000,
      state: 'pending',
      requester: 'Ada Obi',
      summary: `Award 6000 points to customer ${id}`,
      isOwn: true,
      decisionBlockedReason: messages.ownApprovalRequest,
      expiresAt: '2026-11-24T09:00:00.000Z',
      difference: [
        {
          entity: 'customer',
          id: String(id),
          before: { lifetime: 0, available: 0 },
          after: { lifetime: 6000, available: 6000 },
        },
      ],
    })
    expect([await ada.pending(), await bisi.pending(), await outsider.pending()]).toEqual([0, before + 1, 0])
    expect((await outsider.call(approvals.fetch, { params: { id: approvalRequest.id } })).status).toBe(404)
    expect((await outsider.approve(approvalRequest)).status).toBe(404)
    expect((await bisi.see(approvalRequest.id)).decisionBlockedReason).toBeNull()
    const own = await ada.call(approvals.list, { query: { tab: 'own' } })
    expect(own.body.data.approvalRequests[0]!.id).toBe(approvalRequest.id)
    const outside = await outsider.call(approvals.list, { query: { tab: 'all' } })
    expect(outside.body.data).toEqual({ approvalRequests: [], totalCount: 0 })
    expect(await ledger(server, id)).toEqual([])
    expect((await lines(server, 'approvals.request')).at(-1)).toMatchObject({
      actor: 'Ada Obi',
      summary: `Requested approval: Award 6000 points to customer ${id}`,
    })
  })

  test('that is approved is done by the proposer, once, with both names in the audit of one request', async () => {
    const id = await customer(server)
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000))
    const answer = await bisi.approve(approvalRequest)
    expect([answer.status, answer.body.message]).toEqual([200, messages.approved])
    expect(answer.body.data).toMatchObject({ state: 'approved', decidedBy: 'Bisi Ade', decidedAt: TEST_NOW })
    expect(await ledger(server, id)).toEqual([{ points: 6000, actor: 'Ada Obi' }])
    const done = (await lines(server, 'points.award')).at(-1)!
    const approved = (await lines(server, 'approvals.approve')).at(-1)!
    expect([done.actor, unmarked(done.summary)]).toEqual([
      'Ada Obi',
      `Awarded 6000 points to customer ${id}, approved by Bisi Ade`,
    ])
    expect([approved.actor, unmarked(approved.summary)]).toEqual([
      'Bisi Ade',
      `Approved the request: Award 6000 points to customer ${id}, requested by Ada Obi`,
    ])
    expect(approved.request).toBe(done.request)
    const again = await chidi.approve(approvalRequest)
    expect([again.status, again.problem.message]).toEqual([409, messages.decided('approved', 'Bisi Ade')])
    expect(await ledger(server, id)).toHaveLength(1)
    const { rows } = await server.db.execute(sql`select input from approval_requests where id = ${approvalRequest.id}`)
    expect(rows).toEqual([{ input: null }])
  })

  test('is titled in the imperative while it waits, and its audit log entry is in the past tense', async () => {
    const id = await customer(server)
    const waiting = await ada.requestApproval(points.award, award(id, 6000))
    expect([waiting.state, waiting.summary]).toEqual(['pending', `Award 6000 points to customer ${id}`])
    const opened = await bisi.see(waiting.id)
    expect(opened.difference.map(({ summary }) => summary)).toEqual([waiting.summary])
    expect((await bisi.approve(waiting)).body.data).toMatchObject({ state: 'approved', summary: waiting.summary })
    expect(unmarked((await lines(server, 'points.award')).at(-1)!.summary)).toBe(
      `Awarded 6000 points to customer ${id}, approved by Bisi Ade`,
    )
  })

  // ASVS: 2.3.5
  test('is never decided by its proposer, superadmin or not, from whatever browser', async () => {
    const id = await customer(server)
    for (const who of [ada, chidi]) {
      const approvalRequest = await who.requestApproval(points.award, award(id, 6000))
      // Each call has a session of its own.
      const approved = await who.approve(approvalRequest)
      const refused = await who.call(approvals.reject, { params: { id: approvalRequest.id }, body: { reason: 'No' } })
      for (const { status, problem } of [approved, refused])
        expect([status, problem.message]).toEqual([403, messages.ownApprovalRequest])
    }
    expect(await ledger(server, id)).toEqual([])
  })

  test('of more points than an approver could award waits for another one', async () => {
    const low = await person(server, 'Efe Ono', ['points:read', 'points:write'])
    await server.db.execute(sql`update roles set points_limit = 5500 where id = ${low.roleId}`)
    const before = await low.pending()
    const approvalRequest = await ada.requestApproval(points.award, award(await customer(server), 6000))
    const answer = await low.approve(approvalRequest)
    expect([answer.status, answer.problem.message]).toEqual([403, pointsMessages.overPointsLimit(5500)])
    expect(await low.pending()).toBe(before)
  })

  test('asks who is there before it is approved', async () => {
    const approvalRequest = await ada.requestApproval(points.award, award(await customer(server), 6000))
    const { sessionId } = await openSession(server.db, bisi.id, server.clock.now(), server.app.env.session)
    hoursLater(0.5)
    const token = await server.app.accessTokens.sign(sessionId, server.clock.now())
    const answer = await server.call(approvals.approve, {
      params: { id: approvalRequest.id },
      body: { fingerprint: approvalRequest.fingerprint },
      as: 'nobody',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, answer.problem.code]).toEqual([403, 'confirm'])
  })

  test('is refused with a reason that its proposer reads, and cannot be approved then', async () => {
    const id = await customer(server)
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000))
    const refuse = (reason?: string) =>
      bisi.call(approvals.reject, { params: { id: approvalRequest.id }, body: { reason } })
    expect([(await refuse()).status, (await refuse('  ')).status]).toEqual([422, 422])
    expect((await refuse('Too many')).status).toBe(200)
    expect(await ada.see(approvalRequest.id)).toMatchObject({
      state: 'rejected',
      decidedBy: 'Bisi Ade',
      decision: 'Too many',
    })
    expect((await chidi.approve(approvalRequest)).status).toBe(409)
    expect(await ledger(server, id)).toEqual([])
  })

  test('is withdrawn by its proposer alone', async () => {
    const id = await customer(server)
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000))
    const withdraw = (who: Person) => who.call(approvals.withdraw, { params: { id: approvalRequest.id } })
    expect((await withdraw(chidi)).problem.message).toBe(messages.notYours)
    expect((await withdraw(ada)).body.data.state).toBe('withdrawn')
    expect((await withdraw(ada)).status).toBe(409)
    const late = await bisi.approve(approvalRequest)
    expect([late.status, late.problem.message]).toEqual([409, messages.decided('withdrawn', 'Ada Obi')])
    expect(await ledger(server, id)).toEqual([])
  })

  test('lapses after the hours of its rule, and keeps nothing of what was asked for', async () => {
    await setRule(server, 'points', 5000, { hours: 2 })
    const id = await customer(server)
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000))
    const before = await bisi.pending()
    hoursLater(1.99)
    expect(await bisi.pending()).toBe(before)
    hoursLater(0.01)
    expect(await bisi.pending()).toBe(before - 1)
    for (const answer of [
      await bisi.approve(approvalRequest),
      await bisi.call(approvals.reject, { params: { id: approvalRequest.id }, body: { reason: 'Late' } }),
      await ada.call(approvals.withdraw, { params: { id: approvalRequest.id } }),
    ])
      expect([answer.status, answer.problem.message]).toEqual([409, messages.decided('expired', null)])
    expect(await ada.see(approvalRequest.id)).toMatchObject({ state: 'expired', decidedAt: '2026-11-21T11:00:00.000Z' })
    const expired = retention.find(({ name }) => name === 'expired approval requests')
    await expired!.forget(server.db, server.clock.now(), 1000)
    const { rows } = await server.db.execute(
      sql`select state, input from approval_requests where id = ${approvalRequest.id}`,
    )
    expect(rows).toEqual([{ state: 'expired', input: null }])
    expect(await ledger(server, id)).toEqual([])
  })

  test('goes on when its rule is changed or switched off meanwhile', async () => {
    const [one, other] = [await customer(server), await customer(server)]
    const first = await ada.requestApproval(points.award, award(one, 6000))
    const second = await ada.requestApproval(points.award, award(other, 6000))
    await setRule(server, 'points', 7000)
    expect((await bisi.approve(first)).status).toBe(200)
    await setRule(server, 'points', null)
    expect((await bisi.approve(second)).status).toBe(200)
    expect([await ledger(server, one), await ledger(server, other)].map((list) => list.length)).toEqual([1, 1])
  })

  test('the same asked for again while it waits, or by the same request, is the same proposal', async () => {
    const id = await customer(server)
    const headers = { 'idempotency-key': 'points-1' }
    const first = await ada.requestApproval(points.award, { ...award(id, 6000), headers })
    expect((await ada.requestApproval(points.award, award(id, 6000))).id).toBe(first.id)
    expect((await ada.requestApproval(points.award, award(id, 6001))).id).not.toBe(first.id)
    expect((await bisi.requestApproval(points.award, award(id, 6000))).id).not.toBe(first.id)
    expect((await chidi.approve(first)).status).toBe(200)
    const late = await ada.requestApproval(points.award, { ...award(id, 6000), headers })
    expect(late).toMatchObject({ id: first.id, state: 'approved' })
    expect((await ada.requestApproval(points.award, award(id, 6000))).id).not.toBe(first.id)
    expect(await ledger(server, id)).toHaveLength(1)
    const other = await ada.call(points.award, { ...award(id, 7000), headers: { ...headers, ...because('Another') } })
    expect(other.status).toBe(409)
  })
})

describe('what a proposal is based on', () => {
  test('has changed: nothing is done, and the change as it is now is approved by itself', async () => {
    await setRule(server, 'points', 5000)
    const id = await customer(server)
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000))
    await bisi.call(points.award, award(id, 100))
    const changed = await bisi.approve(approvalRequest)
    expect([changed.status, changed.problem.message]).toEqual([409, messages.changed])
    expect(changed.problem.data).toMatchObject({
      id: approvalRequest.id,
      state: 'pending',
      difference: [{ before: { available: 100 }, after: { available: 6100 } }],
    })
    const seen = await bisi.see(approvalRequest.id)
    expect(seen.fingerprint).not.toBe(approvalRequest.fingerprint)
    expect((await bisi.approve(approvalRequest)).status).toBe(409)
    expect((await bisi.approve(seen)).status).toBe(200)
    expect((await ledger(server, id)).map((line) => line.points)).toEqual([100, 6000])
  })

  test('has another version: the approver sees what it would overwrite', async () => {
    await setRule(server, 'prices', 1000)
    const made = await chidi.call(tiers.create, {
      body: { product_name: 'Weekday', product_price: 500, tickets: 2, concession_discount: 0 },
    })
    const { product_id: id, version } = made.body.data
    const edu = await person(server, 'Edu Ita')
    const change = (price: number, more: object = {}) => ({ params: { id }, body: { product_price: price, ...more } })
    const approvalRequest = await chidi.requestApproval(
      tiers.change,
      change(2500, { product_name: 'Weekday', version }),
    )
    expect(approvalRequest.difference[0]).toMatchObject({
      before: { product_price: 500 },
      after: { product_price: 2500 },
    })
    await edu.call(tiers.change, change(900, { product_name: 'Weekdays', version }))
    expect((await edu.approve(approvalRequest)).status).toBe(409)
    const seen = await edu.see(approvalRequest.id)
    expect(seen.difference[0]).toMatchObject({
      before: { product_price: 900, product_name: 'Weekdays' },
      after: { product_price: 2500, product_name: 'Weekday' },
    })
    expect((await edu.approve(seen)).status).toBe(200)
  })

  test('does not allow it any more: nothing is done, and the reason is said', async () => {
    await setRule(server, 'points', 5000)
    const id = await customer(server)
    await server.call(points.award, { ...award(id, 4999) })
    await noneDone(server)
    await server.call(points.award, { ...award(id, 1001) })
    const approvalRequest = await ada.requestApproval(points.redeem, award(id, 6000))
    await bisi.call(points.redeem, award(id, 1000))
    const answer = await bisi.approve(approvalRequest)
    expect([answer.status, answer.problem.message]).toEqual([409, messages.cannot(pointsMessages.tooFew(5000))])
    expect((await bisi.see(approvalRequest.id)).state).toBe('pending')
  })
})

describe('whoever proposed it', () => {
  beforeEach(() => setRule(server, 'points', 5000))

  test('has lost the right meanwhile: it is refused, with the reason', async () => {
    const id = await customer(server)
    const femi = await person(server, 'Femi Kuti', ['points:read', 'points:write'])
    const approvalRequest = await femi.requestApproval(points.award, award(id, 6000))
    await server.db.execute(sql`update roles set permissions = '{points:read}' where id = ${femi.roleId}`)
    const answer = await bisi.approve(approvalRequest)
    const reason = messages.lost('Femi Kuti', 'You do not have permission to manage Points')
    expect([answer.status, answer.problem.message]).toEqual([409, messages.rejectedAlready(reason)])
    expect(await bisi.see(approvalRequest.id)).toMatchObject({ state: 'rejected', decision: reason })
    expect(await ledger(server, id)).toEqual([])
  })

  test('has left: it is refused', async () => {
    const gbenga = await person(server, 'Gbenga Sho', ['points:read', 'points:write'])
    const id = await customer(server)
    const approvalRequest = await gbenga.requestApproval(points.award, award(id, 6000))
    await chidi.call(admins.remove, { params: { id: gbenga.id } })
    expect((await bisi.approve(approvalRequest)).problem.message).toBe(
      messages.rejectedAlready(messages.requesterLeft('Gbenga Sho')),
    )
    expect([(await bisi.see(approvalRequest.id)).state, await ledger(server, id)]).toEqual(['rejected', []])
  })

  test('is a program: a person decides, but not the one who made its token', async () => {
    const id = await customer(server)
    const made = await chidi.call(serviceTokens.create, { body: { name: 'Loyalty', roleId: ada.roleId, days: 30 } })
    const { secret, token } = made.body.data
    const ask = (headers: Record<string, string> = {}) =>
      server.call(points.award, {
        ...award(id, 6000),
        as: 'nobody',
        headers: { authorization: `Bearer ${secret}`, ...headers },
      })
    expect((await ask()).problem.code).toBe('approval')
    const answer = await ask(because('Nightly run'))
    expect(answer.status).toBe(202)
    const approvalRequest = answer.body.data as never as { id: number; fingerprint: string }
    expect(await chidi.see(approvalRequest.id)).toMatchObject({
      requester: 'Token Loyalty',
      requesterId: null,
      decisionBlockedReason: messages.ownToken,
    })
    expect((await chidi.approve(approvalRequest)).status).toBe(403)
    const byItself = await server.call(approvals.approve, {
      params: { id: approvalRequest.id },
      body: { fingerprint: approvalRequest.fingerprint },
      as: 'nobody',
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(byItself.status).toBe(403)
    const seen = await server.call(approvals.fetch, {
      params: { id: approvalRequest.id },
      as: 'nobody',
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(seen.body.data).toMatchObject({ isOwn: true, decisionBlockedReason: messages.noProgram })
    expect((await bisi.approve(approvalRequest)).status).toBe(200)
    expect(await ledger(server, id)).toEqual([{ points: 6000, actor: 'Token Loyalty' }])

    const second = await ask(because('Nightly run'))
    await chidi.call(serviceTokens.revoke, { params: { id: token.id } })
    const late = await bisi.approve(second.body.data as never)
    expect([late.status, (await bisi.see((second.body.data as never as { id: number }).id)).state]).toEqual([
      409,
      'rejected',
    ])
  })
})

describe('what a proposal keeps', () => {
  test('is never a password', async () => {
    await setRule(server, 'roles', 1)
    const { roleId } = await person(server, 'Hauwa Musa', ['movies:read'])
    const ike = await person(server, 'Ike Ude', ['movies:read'])
    const row = (await chidi.call(admins.list)).body.data as { id: number; email: string }[]
    const body = {
      email: row.find(({ id }) => id === ike.id)!.email,
      mobile: '0803 123 4567',
      userType: 'Admin',
      firstName: 'Ike',
      lastName: 'Ude',
      roleId,
    }
    const password = 'correct horse battery staple'
    const answer = await chidi.call(admins.edit, {
      params: { id: ike.id },
      body: { ...body, password },
      headers: because('New job'),
    })
    expect([answer.status, answer.problem.errors?.map(({ field }) => field)]).toEqual([422, ['password']])
    const { rows } = await server.db.execute<{ n: number }>(
      sql`select count(*)::int as n from approval_requests where input::text like '%battery%'`,
    )
    expect(rows[0]!.n).toBe(0)
    await chidi.requestApproval(admins.edit, { params: { id: ike.id }, body })
  })

  test('goes with the person whom it is about, when they are erased', async () => {
    await setRule(server, 'points', 5000)
    const id = await customer(server, 'Ngozi Onyekachukwu')
    const about = { params: { id }, body: { points: 6000, reason: 'For Ngozi Onyekachukwu' } }
    const approvalRequest = await ada.requestApproval(points.award, about, 'Ngozi Onyekachukwu asked')
    const { rows: email } = await server.db.execute<{ email: string }>(
      sql`select email from customers where id = ${id}`,
    )
    const erased = await chidi.call(privacy.erase, {
      params: { id },
      body: { confirmation: email[0]!.email, reason: 'Asked by letter' },
    })
    expect(erased.status).toBe(200)
    await server.runJobs()
    const { rows } = await server.db.execute<{ row: string; state: string }>(
      sql`select p::text as row, state from approval_requests p where id = ${approvalRequest.id}`,
    )
    expect(rows[0]!.state).toBe('expired')
    expect(rows[0]!.row).not.toContain('Onyekachukwu')
    expect((await bisi.approve(approvalRequest)).status).toBe(409)
  })
})

describe('an email', () => {
  test('asks whoever can decide, where the rule says so', async () => {
    await server.runJobs()
    await server.db.execute(sql`delete from outbox`)
    await setRule(server, 'points', 5000)
    await ada.requestApproval(points.award, award(await customer(server), 6000))
    await server.runJobs()
    expect((await server.db.execute(sql`select 1 from outbox`)).rows).toEqual([])
    await setRule(server, 'points', 5000, { isEmailed: true })
    const id = await customer(server, 'Secret Name')
    const approvalRequest = await ada.requestApproval(points.award, award(id, 6000), 'A good reason')
    const request = await ada.requestApproval(points.award, award(await customer(server), 6000))
    await ada.call(approvals.withdraw, { params: { id: request.id } })
    await server.runJobs()
    const { rows } = await server.db.execute<{ recipient: string; subject: string; body: string }>(
      sql`select recipient, subject, body from outbox`,
    )
    const to = rows.map(({ recipient }) => recipient)
    expect(to.filter((address) => address.startsWith('bisi'))).toHaveLength(1)
    expect(to.filter((address) => /^(ada|dayo)/.test(address))).toEqual([])
    const { subject, body } = rows.find(({ recipient }) => recipient.startsWith('bisi'))!
    expect(subject).toBe(`Approval needed: Award 6000 points to customer ${id}`)
    expect(body).toContain(`/dashboard/approvals/${approvalRequest.id}`)
    expect(body).toContain('A good reason')
    expect(body).not.toContain('Secret')
  })
})

describe('a rule', () => {
  test('is set by superadmins, and says what is wrong with it', async () => {
    const set = (action: string, body: object, who = chidi) =>
      who.call(approvals.setRule, {
        params: { action: action as never },
        body: { hours: 24, isEmailed: false, ...body },
      })
    expect((await set('points', { threshold: 5 }, ada)).status).toBe(403)
    expect((await set('nonsense', { threshold: 5 })).status).toBe(422)
    for (const threshold of [0, -1, 1e12, '5', undefined, 2.5])
      expect((await set('points', { threshold })).status).toBe(422)
    for (const hours of [0, 1.5, 721]) expect((await set('points', { threshold: 5, hours })).status).toBe(422)
    expect((await set('refunds', { threshold: 500_000.5 })).body.data).toMatchObject({
      threshold: 500_000.5,
      version: 1,
    })
    const stale = await set('refunds', { threshold: 1, version: 0 })
    expect([stale.status, stale.problem.data]).toMatchObject([409, { threshold: 500_000.5 }])
    expect((await set('refunds', { threshold: null, version: 1 })).body.data).toMatchObject({
      threshold: null,
      version: 2,
    })
    const { body } = await chidi.call(approvals.rules)
    expect(body.data.find(({ action }) => action === 'points')).toEqual({
      action: 'points',
      threshold: null,
      hours: 72,
      isEmailed: false,
      version: 0,
    })
  })

  test('can need a second person itself', async () => {
    await setRule(server, 'rules', 1)
    const off = { params: { action: 'rules' as const }, body: { threshold: null, hours: 24, isEmailed: false } }
    expect((await chidi.call(approvals.setRule, off)).problem.code).toBe('approval')
    const approvalRequest = await chidi.requestApproval(approvals.setRule, off)
    expect((await chidi.approve(approvalRequest)).status).toBe(403)
    const jide = await person(server, 'Jide Oke')
    expect((await jide.approve(approvalRequest)).status).toBe(200)
    expect((await chidi.call(approvals.setRule, off)).status).toBe(200)
  })
})
