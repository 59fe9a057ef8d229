/** Acts that need a second person: how much a call did is said by its handler, in the transaction that did it. */
import { createHash } from 'node:crypto'
import { approvalNeededMessage, REASON_HEADER, REASON_LENGTH, toWire, type ApprovalAction } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
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

/** How much of an act is done to some records, each as "payment 12". */
export type Part = { records: readonly string[]; size: number }

type SubjectDetails = {
  /** Which act, where the call's row names several. */
  action?: ApprovalAction
  /** Fields whose new value is another each time, as what is made: ids, codes. `id` is that of the record. */
  fresh?: readonly string[]
  /** What it takes beside the call's own right. */
  permission?: readonly string[]
  /** Of each record that it is about, its cinemas, where the call's row does not say what it is about (`about`). */
  cinemas?: Cinemas
  /** Where it is done to many records, how much of it to each; without it, all of it to the records of its audit lines. */
  parts?: readonly Part[]
  /** Fields of the body that are stored nowhere: what has them cannot wait for anybody. */
  secrets?: readonly string[]
}

/**
 * Says how much of the guarded act a transaction did: kobo of money, else a number; 0 where it did nothing of the kind.
 * Every guarded call says so, wherever in its transaction.
 */
export type DeclareAmount = (size: number, more?: SubjectDetails) => void

/** One line of what an act does: a record with its fields before and after, those alone that change. */
export type Change = Omit<AuditLine, 'id' | 'summary'> & { id: string | null; summary: string }

/** What a guarded call did, or would do. */
export type ApprovalSubject = {
  action: ApprovalAction
  size: number
  /** What it takes to do it, or to approve it. */
  permission: string[]
  /** Undefined: of what the call's row is about. */
  cinemas: Cinemas | undefined
  parts: readonly Part[]
  secrets: readonly string[]
  difference: Change[]
  /** Two deeds with the same one do the same. */
  fingerprint: string
}

/** From how much on a second person must agree, and for how many hours it waits for one. */
export type ApprovalRule = { action: ApprovalAction; threshold: number; hours: number; isEmailed: boolean }

/** What was asked for, as it can be asked for again: JSON. */
export type CallInput = {
  params: unknown
  query: unknown
  body: unknown
  /** Of a multipart call; the file in base64. */
  form?: { fields: Record<string, string>; file?: { name: string; data: string } }
}

export type RequestingApproval = {
  endpoint: Endpoint
  me: Principal
  subject: ApprovalSubject
  /** What it comes to with what was done before. */
  total: number
  /** Where it belongs. */
  cinemas: Cinemas
  rule: ApprovalRule
  input: CallInput
  reason: string
  /** Of the request, so that one that is sent again is answered again. */
  key: string | undefined
  requestId: string
  now: Date
}

/** `permission`: what it takes to approve it. */
export type PendingApprovalRequest = {
  id: number
  action: ApprovalAction
  size: number
  permission: string[]
  requester: string
  createdAt: Date
}

/** Who does something, and when. */
export type Doer = { me: Principal; now: Date }

/** What the feature of approvals does for the calls of all others. */
export type Approvals = {
  /** The rules of some acts, where there are any. */
  rulesOf: (tx: Db, actions: readonly ApprovalAction[]) => Promise<ApprovalRule[]>
  /**
   * What a deed comes to together with what the same person did of the act in the last 24 hours, or anybody of the same
   * record. Nobody else does it for them until the transaction ends.
   */
  total: (tx: Db, subject: ApprovalSubject, by: Doer) => Promise<number>
  /** Notes what was done without a second person. */
  note: (tx: Db, subject: ApprovalSubject, by: Doer) => Promise<void>
  /** What waits for a second person about a record, newest first: its size, who proposed it and when. */
  pendingFor: (db: Db, entity: string, id: string | number, now: Date) => Promise<PendingApprovalRequest[]>
  /** Stores a proposal, in a transaction of its own. @returns what the caller is answered */
  requestApproval: (app: App, requestingApproval: RequestingApproval) => Promise<unknown>
  /** In a transaction that has taken rights away. @throws 409 where a rule would have no second person any more */
  requireSecondApprovers: (tx: Db, app: App) => Promise<void>
}

/** Ends a transaction whose act needs a second person. */
export class Unapproved extends Error {
  readonly subject: ApprovalSubject
  readonly rule: ApprovalRule
  /** What it comes to with what was done before. */
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
 * Decides about what a transaction did, in that transaction; what it throws undoes it. It is made when the transaction
 * begins: what changes the rules is judged by those that it found.
 */
export type Judging = (
  tx: Db,
  actions: readonly ApprovalAction[],
) => Promise<(subjects: readonly ApprovalSubject[]) => Promise<void>>

/** Of a call that nobody has agreed to yet. */
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

/** The acts that a call may do. */
export const approvalActionsOf = ({ approval = [] }: Pick<Endpoint, 'approval'>): readonly ApprovalAction[] =>
  typeof approval === 'string' ? [approval] : approval

/** Runs what a call does in a transaction, and has it judged where it is guarded. */
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

/** The call is made again with a reason, and proposes it then. */
export function approvalFirst({ message, subject, rule }: Unapproved): Refusal {
  const amount = toWire(subject.action, subject.size)
  const summaries = subject.difference.map(({ summary }) => summary)
  return new Refusal(403, message, {
    code: 'approval',
    data: { action: subject.action, amount, summaries, hours: rule.hours },
  })
}

const NO_SECRETS =
  'This needs a second person, and no password is kept meanwhile. Leave it out: a new colleague is invited by email, and others use “Forgot Password?”'

/** @throws 422 for what holds something that is never stored */
export function assertStorable({ secrets }: ApprovalSubject): void {
  if (secrets.length) throw invalid(Object.fromEntries(secrets.map((field) => [field, NO_SECRETS])))
}

const Reason = text(REASON_LENGTH, 'Say why')

/** Why something is proposed, where it is. @throws 422 for what is no reason */
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
    throw invalid({ [REASON_HEADER]: 'The reason is not percent-encoded UTF-8' })
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
