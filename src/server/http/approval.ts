/** Actions that need approval. A call's handler declares its amount in the transaction that makes the change. */
import { createHash } from 'node:crypto'
import { approvalNeededMessage, REASON_HEADER, REASON_LENGTH, toWire, type ApprovalAction } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { text } from '#contract/atoms.ts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Cinemas } from '../auth/audience.ts'
import { changed, type AuditLine } from '../audit/store.ts'
import { imperative } from '../audit/summary.ts'
import type { Db } from '../db/connect.ts'
import type { ApprovableWriting, Writing } from './handle.ts'
import { invalid, Refusal } from './problem.ts'
import type { Principal } from './principal.ts'
import type { ReceivedForm } from './upload.ts'

/** The amount of an action on some records, named such as “payment 12”. */
export type Part = { records: readonly string[]; size: number }

type SubjectDetails = {
  /** The action, if the call's row names several. */
  action?: ApprovalAction
  /** Fields with a new value each time, such as ids and codes. `id`: the record's own. */
  fresh?: readonly string[]
  /** Permissions required in addition to the call's own. */
  permission?: readonly string[]
  /** Cinemas of each record, if the call's row has no `about`. */
  cinemas?: Cinemas
  /** Amounts of single records. Absent: the full amount for the records of the audit log entries. */
  parts?: readonly Part[]
  /** Body fields that are never stored. A call with them cannot wait for approval. */
  secrets?: readonly string[]
}

/**
 * Declares the amount of a guarded action in a transaction: kobo for money, else a count; 0: none. Every guarded call does so,
 * anywhere in its transaction.
 */
export type DeclareAmount = (size: number, more?: SubjectDetails) => void

/** A record of an action with its changed fields before and after. `summary` is imperative. */
export type Change = Omit<AuditLine, 'id' | 'summary'> & { id: string | null; summary: string }

/** The effect of a guarded call, made or requested. */
export type ApprovalSubject = {
  action: ApprovalAction
  size: number
  /** Permissions required to make or approve it. */
  permission: string[]
  /** Undefined: those of the records in the call's `about`. */
  cinemas: Cinemas | undefined
  parts: readonly Part[]
  secrets: readonly string[]
  difference: Change[]
  /** Hash of the difference: equal hashes make equal changes. */
  fingerprint: string
}

/** The amount from which an action needs approval, and the hours for which a request waits. */
export type ApprovalRule = { action: ApprovalAction; threshold: number; hours: number; isEmailed: boolean }

/** The input of a call as JSON, to make the call later. */
export type CallInput = {
  params: unknown
  query: unknown
  body: unknown
  /** Form of a multipart call; the file in base64. */
  form?: { fields: Record<string, string>; file?: { name: string; data: string } }
}

export type RequestingApproval = {
  endpoint: Endpoint
  me: Principal
  subject: ApprovalSubject
  /** The amount including earlier actions. */
  total: number
  /** Cinemas of the request. */
  cinemas: Cinemas
  rule: ApprovalRule
  input: CallInput
  reason: string
  /** Idempotency key: a repeated call gets the same reply. */
  key: string | undefined
  requestId: string
  now: Date
}

/** A waiting request. `permission`: required to approve it. */
export type PendingApprovalRequest = {
  id: number
  action: ApprovalAction
  size: number
  permission: string[]
  requester: string
  createdAt: Date
}

/** The actor and time of an action. */
export type Doer = { me: Principal; now: Date }

/** The approvals feature, as other features' calls use it. */
export type Approvals = {
  /** Returns the rules of some actions. */
  rulesOf: (tx: Db, actions: readonly ApprovalAction[]) => Promise<ApprovalRule[]>
  /**
   * Adds an action to the same person's actions of the last 24 hours, or to those on the same record. Actions that add up by
   * person are locked until the transaction ends, so that parallel calls cannot pass a rule in parts.
   */
  total: (tx: Db, subject: ApprovalSubject, by: Doer) => Promise<number>
  /** Stores an action made without approval. */
  note: (tx: Db, subject: ApprovalSubject, by: Doer) => Promise<void>
  /** Returns the waiting requests for a record, newest first. */
  pendingFor: (db: Db, entity: string, id: string | number, now: Date) => Promise<PendingApprovalRequest[]>
  /** Stores a request in its own transaction. @returns the reply to the caller */
  requestApproval: (app: App, requestingApproval: RequestingApproval) => Promise<unknown>
  /** Checks the approvers after a transaction removed permissions. @throws 409 if a rule has no second approver left */
  requireSecondApprovers: (tx: Db, app: App) => Promise<void>
}

/** Ends a transaction whose action needs approval. */
export class Unapproved extends Error {
  readonly subject: ApprovalSubject
  readonly rule: ApprovalRule
  /** The amount including earlier actions. */
  readonly total: number

  constructor(subject: ApprovalSubject, rule: ApprovalRule, total: number) {
    super(
      approvalNeededMessage(
        subject.action,
        toWire(subject.action, rule.threshold),
        toWire(subject.action, subject.size),
        toWire(subject.action, total),
      ),
    )
    this.subject = subject
    this.rule = rule
    this.total = total
  }
}

/**
 * Checks the actions of a transaction within it; an error rolls them back. Rules are read when the transaction begins, so that
 * a change of rules is checked by the rules before it.
 */
export type Judging = (
  tx: Db,
  actions: readonly ApprovalAction[],
) => Promise<(subjects: readonly ApprovalSubject[]) => Promise<void>>

/** Checks a call without approval against the rules. */
export const byRule =
  ({ approvals }: App, by: Doer): Judging =>
  async (tx, actions) => {
    const rules = (await approvals?.rulesOf(tx, actions)) ?? []
    return async (subjects) => {
      const ruled = subjects.flatMap((subject) => {
        const rule = rules.find(({ action }) => action === subject.action)
        return rule && subject.size > 0 ? [{ subject, rule }] : []
      })
      for (const { subject, rule } of ruled) {
        const total = await approvals!.total(tx, subject, by)
        if (total >= rule.threshold) throw new Unapproved(subject, rule, total)
      }
      for (const { subject } of ruled) await approvals!.note(tx, subject, by)
    }
  }

/** Returns the guarded actions of a call. */
export const approvalActionsOf = ({ approval = [] }: Pick<Endpoint, 'approval'>): readonly ApprovalAction[] =>
  typeof approval === 'string' ? [approval] : approval

/** Runs a call's work in a transaction, and checks it if the call is guarded. */
export async function withApproval<T>(
  endpoint: Endpoint,
  { db, record }: Writing,
  judging: Judging,
  work: (writing: ApprovableWriting) => Promise<T>,
): Promise<T> {
  const actions = approvalActionsOf(endpoint)
  const judge = actions.length ? await judging(db, actions) : undefined
  const lines: AuditLine[] = []
  const declared = new Map<ApprovalAction, { size: number } & SubjectDetails>()
  const done = await work({
    db,
    record: async (line, actor) => {
      lines.push(line)
      await record(line, actor)
    },
    declareAmount: (size, more) => {
      const action = more?.action ?? actions[0]
      if (action) declared.set(action, { size, ...more })
    },
  })
  if (judge && declared.size)
    await judge([...declared].map(([action, details]) => subjectOf(endpoint, action, details, lines)))
  return done
}

function subjectOf(
  endpoint: Endpoint,
  action: ApprovalAction,
  { size, fresh = [], permission = [], cinemas, parts, secrets = [] }: { size: number } & SubjectDetails,
  lines: readonly AuditLine[],
): ApprovalSubject {
  const difference = lines.map(({ entity, id, summary, before, after, about }): Change => {
    const [was, is] = before && after ? changed(before, after) : [before, after]
    return {
      entity,
      id: fresh.includes('id') ? null : String(id),
      summary: imperative(summary),
      ...(about && { about }),
      ...(was && {
        before: without(
          was,
          fresh.filter((field) => was[field] === null),
        ),
      }),
      ...(is && { after: without(is, fresh) }),
    }
  })
  const fingerprint = createHash('sha256').update(JSON.stringify(difference)).digest('hex')
  return {
    action,
    size,
    parts: parts ?? [
      { records: difference.flatMap(({ entity, id }) => (id === null ? [] : [`${entity} ${id}`])), size },
    ],
    permission: [...new Set([...permissionsOf(endpoint.permission), ...permission])],
    cinemas,
    secrets,
    difference,
    fingerprint,
  }
}

const without = (record: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)))

/** Denies a call that needs approval. The client repeats it with a reason to request approval. */
export function approvalFirst({ message, subject, rule }: Unapproved): Refusal {
  const amount = toWire(subject.action, subject.size)
  const summaries = subject.difference.map(({ summary }) => summary)
  return new Refusal(403, message, {
    code: 'approval',
    data: { action: subject.action, amount, summaries, hours: rule.hours },
  })
}

const NO_SECRETS =
  'This needs approval, and passwords are not stored while it waits. Leave the password empty: new staff get an invitation, others can reset theirs.'

/** @throws 422 if a call has fields that are never stored */
export function assertStorable({ secrets }: ApprovalSubject): void {
  if (secrets.length) throw invalid(Object.fromEntries(secrets.map((field) => [field, NO_SECRETS])))
}

const Reason = text(REASON_LENGTH, errors.enter('a reason'))

/** Returns the reason of an approval request, if it is one. @throws 422 if the reason is empty or too long */
export function reasonIn(headers: Record<string, string | string[] | undefined>): string | undefined {
  const sent = headers[REASON_HEADER]
  if (typeof sent !== 'string') return
  const read = z.safeParse(Reason, decoded(sent))
  if (!read.success) throw invalid({ [REASON_HEADER]: read.error.issues[0]!.message })
  return read.data
}

function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent)
  } catch {
    throw invalid({ [REASON_HEADER]: 'The reason must be percent-encoded UTF-8' })
  }
}

export const formToStore = ({ fields, file }: ReceivedForm): NonNullable<CallInput['form']> => ({
  fields,
  ...(file && { file: { name: file.name, data: file.data.toString('base64') } }),
})
export const formFromStore = ({ fields, file }: NonNullable<CallInput['form']>): ReceivedForm => ({
  fields,
  file: file && { name: file.name, data: Buffer.from(file.data, 'base64'), isTooLarge: false },
})
