import type { Endpoint, RequiredPermission, Output } from '#contract/endpoint.ts'

/** A row of a list that is acted on. */
export type Selected = {
  id: string
  /** By which its list selects it, where not its id. */
  key?: string
  title: string
  version: number | null
  undo: Readonly<Record<string, unknown>> | null
  /** Of a line of a file: what the call is asked. */
  input?: CallInput
}
export type Values = Readonly<Record<string, string | number>>
/** What a list is asked for, as its address says it. */
export type Query = Readonly<Record<string, string>>
export type CallInput = { params?: unknown; query?: unknown; body?: unknown }
export type Reply<E extends Endpoint> = Output<E['reply']>

/** What is filled in once for all rows, under the name that a refusal of the call gives it. */
export type Field = {
  name: string
  label: string
  /** An amount is in naira. */
  type: 'number' | 'amount' | 'text' | 'cinemas'
  description?: string
  /** The call can do without. */
  isNeeded?: boolean
}

/** What of the call's reply is kept of a row. */
export type Result = {
  /** The record's version, where the reply has it elsewhere than in `version`. */
  version?: number | undefined
  /** Why nothing was done: the reply says it, and no error does. */
  rejected?: string | undefined
  /** Of a line of a file: the record that it became. */
  id?: string | number
  /** What it takes to take it back, in place of what the row was. */
  undo?: Readonly<Record<string, unknown>>
}

/** Something that is done to many rows of a list: the single call, asked for each. */
export type Action = {
  /** As its button says it. */
  label: string
  /** The same before the number of rows, where it is not the button's. */
  title?: string
  /** As the audit log says it, before the number of rows. */
  done: string
  /** The rows, of one and several. */
  rows: readonly [one: string, several: string]
  /** What its path names is in the query, too. */
  list: Endpoint
  /** The list's file: it is asked with the same filters. Of a list without one the list. */
  file: Endpoint
  /** With what rows are exported, where the file does not say it. */
  exportPermission?: RequiredPermission
  /** What the list calls its page and the rows on it, where not `page` and `perPage`. */
  paging?: readonly [page: string, perPage: string]
  /** Of a list without pages: what is asked for in turn, the first as 0; undefined when that was all. */
  reads?: (query: Query, values: Values, n: number) => Query | undefined
  /** Of a reply of the list. */
  select: (reply: never, query: Query) => Selected[]
  /** Of which of the list's questions it is offered; of all without. */
  isOffered?: (query: Readonly<Record<string, unknown>>) => boolean
  call: Endpoint
  /** Why it is not asked for a row, which the call would do something else to. */
  blockedReason?: (row: Selected) => string | undefined
  ask: (row: Selected, values: Values) => CallInput
  fields?: readonly Field[]
  result?: (reply: never) => Result
  /** Takes it back of a row that has the version which it had afterwards. */
  undo?: { call: Endpoint; ask: (row: Selected) => CallInput }
}

export const byId = ({ id }: Selected) => ({ params: { id } })

/** With what the row was, on the version that it has. */
export const backTo = ({ id, version, undo }: Selected) => ({
  params: { id },
  body: { ...undo, version: version ?? undefined },
})

/** The body alone, on the version that the row has. */
export const setting =
  (body: Readonly<Record<string, unknown>>) =>
  ({ id, version }: Selected) => ({ params: { id }, body: { ...body, version: version ?? undefined } })

/** All in one reply. */
export const atOnce = (query: Query, _values: Values, n: number): Query | undefined => (n === 0 ? query : undefined)
