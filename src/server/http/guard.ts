/** Acts that need a second person: how much a call did is said by its handler, in the transaction that did it. */
import { createHash } from 'node:crypto'
import { needsSecond, REASON_HEADER, REASON_LENGTH, toWire, type Act } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { asked } from '#contract/permissions.ts'
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

type Said = {
  /** Fields whose new value is another each time, as what is made: ids, codes. `id` is that of the record. */
  fresh?: readonly string[]
  /** What it takes beside the call's own right. */
  may?: readonly string[]
  /** Of each record that it is about, its cinemas, where the call's row does not say what it is about (`about`). */
  cinemas?: Cinemas
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
  may: string[]
  /** Undefined: of what the call's row is about. */
  cinemas: Cinemas | undefined
  secrets: readonly string[]
  difference: Change[]
  /** Two deeds with the same one do the same. */
  fingerprint: string
}

/** From how much on a second person must agree, and for how many hours it waits for one. */
export type ApprovalRule = { act: Act; threshold: number; hours: number; isMailed: boolean }

/** What was asked for, as it can be asked for again: JSON. */
export type Asked = {
  params: unknown
  query: unknown
  body: unknown
  /** Of a multipart call; the file in base64. */
  form?: { fields: Record<string, string>; file?: { name: string; data: string } }
}

export type Proposing = {
  endpoint: Endpoint
  me: Principal
  deed: Deed
  /** Where it belongs. */
  cinemas: Cinemas
  rule: ApprovalRule
  asked: Asked
  reason: string
  /** Of the request, so that one that is sent again is answered again. */
  key: string | undefined
  requestId: string
  now: Date
}

/** What the feature of approvals does for the calls of all others. */
export type Approvals = {
  /** The rule of an act, where there is one. */
  ruleOf: (tx: Db, act: Act) => Promise<ApprovalRule | undefined>
  /** Stores a proposal, in a transaction of its own. @returns what the caller is answered */
  propose: (app: App, proposing: Proposing) => Promise<unknown>
  /** In a transaction that has taken rights away. @throws 409 where a rule would have no second person any more */
  keepSeconds: (tx: Db, app: App) => Promise<void>
}

/** Ends a transaction whose act needs a second person. */
export class Unapproved extends Error {
  readonly deed: Deed
  readonly rule: ApprovalRule

  constructor(deed: Deed, rule: ApprovalRule) {
    super(needsSecond(deed.act, toWire(deed.act, rule.threshold)))
    this.deed = deed
    this.rule = rule
  }
}

/**
 * Decides about what a transaction did, in that transaction; what it throws undoes it. It is made when the transaction
 * begins: what changes the rules is judged by those that it found.
 */
export type Judging = (tx: Db, act: Act) => Promise<(deed: Deed) => Promise<void>>

/** Of a call that nobody has agreed to yet. */
export const byRule =
  ({ approvals }: App): Judging =>
  async (tx, act) => {
    const rule = await approvals?.ruleOf(tx, act)
    return async (deed) => {
      if (rule && deed.size >= rule.threshold) throw new Unapproved(deed, rule)
    }
  }

/** Runs what a call does in a transaction, and has it judged where it is guarded. */
export async function guarded<T>(
  endpoint: Endpoint,
  { db, record }: Writing,
  judging: Judging,
  act: (writing: Weighing) => Promise<T>,
): Promise<T> {
  const judge = endpoint.approval && (await judging(db, endpoint.approval))
  const lines: AuditLine[] = []
  let weighed: ({ size: number } & Said) | undefined
  const done = await act({
    db,
    record: async (line, actor) => {
      lines.push(line)
      await record(line, actor)
    },
    weigh: (size, more) => void (weighed = { size, ...more }),
  })
  if (judge && weighed) await judge(deedOf(endpoint, weighed, lines))
  return done
}

function deedOf(
  endpoint: Endpoint,
  { size, fresh = [], may = [], cinemas, secrets = [] }: { size: number } & Said,
  lines: readonly AuditLine[],
): Deed {
  const difference = lines.map(({ entity, id, summary, before, after }): Change => {
    const [was, is] = before && after ? changed(before, after) : [before, after]
    return {
      entity,
      id: fresh.includes('id') ? null : String(id),
      summary,
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
    act: endpoint.approval!,
    size,
    may: [...new Set([...asked(endpoint.may), ...may])],
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
  'This waits for a second person, and no password is kept meanwhile: leave it out and set it separately'

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

export const formToStore = ({ fields, file }: ReceivedForm): NonNullable<Asked['form']> => ({
  fields,
  ...(file && { file: { name: file.name, data: file.data.toString('base64') } }),
})
export const formFromStore = ({ fields, file }: NonNullable<Asked['form']>): ReceivedForm => ({
  fields,
  file: file && { name: file.name, data: Buffer.from(file.data, 'base64'), isTooLarge: false },
})
