/** Acts that need a second person: how much a call did is said by its handler, in the transaction that did it. */
import { createHash } from 'node:crypto'
import { needsSecond, REASON_HEADER, REASON_LENGTH, toWire, type Act } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { text } from '#contract/atoms.ts'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Cinemas } from '../auth/audience.ts'
import { changed, type AuditLine } from '../audit/store.ts'
import type { Db } from '../db/connect.ts'
import type { Weighing, Writing } from './handle.ts'
import { invalid, Refusal } from './problem.ts'
import type { Principal } from './principal.ts'
import type { ReceivedForm } from './upload.ts'

/** How much of an act is done to some records, each as "payment 12". */
export type Part = { records: readonly string[]; size: number }

type Said = {
  /** Which act, where the call's row names several. */
  act?: Act
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
export type Weigh = (size: number, more?: Said) => void

/** One line of what an act does: a record with its fields before and after, those alone that change. */
export type Change = Omit<AuditLine, 'id'> & { id: string | null }

/** What a guarded call did, or would do. */
export type Deed = {
  act: Act
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
export type ApprovalRule = { act: Act; threshold: number; hours: number; isMailed: boolean }

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
  deed: Deed
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
  act: Act
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
  rulesOf: (tx: Db, acts: readonly Act[]) => Promise<ApprovalRule[]>
  /**
   * What a deed comes to together with what the same person did of the act in the last 24 hours, or anybody of the same
   * record. Nobody else does it for them until the transaction ends.
   */
  total: (tx: Db, deed: Deed, by: Doer) => Promise<number>
  /** Notes what was done without a second person. */
  note: (tx: Db, deed: Deed, by: Doer) => Promise<void>
  /** What waits for a second person about a record, newest first: its size, who proposed it and when. */
  waitingOn: (db: Db, entity: string, id: string | number, now: Date) => Promise<PendingApprovalRequest[]>
  /** Stores a proposal, in a transaction of its own. @returns what the caller is answered */
  requestApproval: (app: App, requestingApproval: RequestingApproval) => Promise<unknown>
  /** In a transaction that has taken rights away. @throws 409 where a rule would have no second person any more */
  keepSeconds: (tx: Db, app: App) => Promise<void>
}

/** Ends a transaction whose act needs a second person. */
export class Unapproved extends Error {
  readonly deed: Deed
  readonly rule: ApprovalRule
  /** What it comes to with what was done before. */
  readonly total: number

  constructor(deed: Deed, rule: ApprovalRule, total: number) {
    super(needsSecond(deed.act, toWire(deed.act, rule.threshold), toWire(deed.act, deed.size), toWire(deed.act, total)))
    this.deed = deed
    this.rule = rule
    this.total = total
  }
}

/**
 * Decides about what a transaction did, in that transaction; what it throws undoes it. It is made when the transaction
 * begins: what changes the rules is judged by those that it found.
 */
export type Judging = (tx: Db, acts: readonly Act[]) => Promise<(deeds: readonly Deed[]) => Promise<void>>

/** Of a call that nobody has agreed to yet. */
export const byRule =
  ({ approvals }: App, by: Doer): Judging =>
  async (tx, acts) => {
    const rules = (await approvals?.rulesOf(tx, acts)) ?? []
    return async (deeds) => {
      const ruled = deeds.flatMap((deed) => {
        const rule = rules.find(({ act }) => act === deed.act)
        return rule && deed.size > 0 ? [{ deed, rule }] : []
      })
      for (const { deed, rule } of ruled) {
        const total = await approvals!.total(tx, deed, by)
        if (total >= rule.threshold) throw new Unapproved(deed, rule, total)
      }
      for (const { deed } of ruled) await approvals!.note(tx, deed, by)
    }
  }

/** The acts that a call may do. */
export const actsOf = ({ approval = [] }: Pick<Endpoint, 'approval'>): readonly Act[] =>
  typeof approval === 'string' ? [approval] : approval

/** Runs what a call does in a transaction, and has it judged where it is guarded. */
export async function guarded<T>(
  endpoint: Endpoint,
  { db, record }: Writing,
  judging: Judging,
  act: (writing: Weighing) => Promise<T>,
): Promise<T> {
  const acts = actsOf(endpoint)
  const judge = acts.length ? await judging(db, acts) : undefined
  const lines: AuditLine[] = []
  const weighed = new Map<Act, { size: number } & Said>()
  const done = await act({
    db,
    record: async (line, actor) => {
      lines.push(line)
      await record(line, actor)
    },
    weigh: (size, more) => {
      const act = more?.act ?? acts[0]
      if (act) weighed.set(act, { size, ...more })
    },
  })
  if (judge && weighed.size) await judge([...weighed].map(([act, said]) => deedOf(endpoint, act, said, lines)))
  return done
}

function deedOf(
  endpoint: Endpoint,
  act: Act,
  { size, fresh = [], permission = [], cinemas, parts, secrets = [] }: { size: number } & Said,
  lines: readonly AuditLine[],
): Deed {
  const difference = lines.map(({ entity, id, summary, before, after, about }): Change => {
    const [was, is] = before && after ? changed(before, after) : [before, after]
    return {
      entity,
      id: fresh.includes('id') ? null : String(id),
      summary,
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
    act,
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
export function approvalFirst({ message, deed, rule }: Unapproved): Refusal {
  const amount = toWire(deed.act, deed.size)
  const said = deed.difference.map(({ summary }) => summary)
  return new Refusal(403, message, { code: 'approval', data: { act: deed.act, amount, said, hours: rule.hours } })
}

const NO_SECRETS =
  'This needs a second person, and no password is kept meanwhile. Leave it out: a new colleague is invited by email, and others use “Forgot Password?”'

/** @throws 422 for what holds something that is never stored */
export function mustBeStorable({ secrets }: Deed): void {
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
