import type { Endpoint } from '#contract/endpoint.ts'

/** A row of a list that is acted on. */
export type Selected = {
  id: string
  title: string
  version: number | null
  was: Readonly<Record<string, unknown>> | null
  /** Of a line of a file: what the call is asked. */
  given?: Asked
}
export type Values = Readonly<Record<string, string | number>>
export type Asked = { params?: unknown; query?: unknown; body?: unknown }

/** What is filled in once for all rows. */
export type Field = { name: string; label: string; type: 'number' | 'text' }

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
  list: Endpoint
  /** The list's file: it is asked with the same filters. */
  file: Endpoint
  /** What the list calls its page and the rows on it, where not `page` and `perPage`. */
  paging?: readonly [page: string, perPage: string]
  /** Of a reply of the list. */
  select: (reply: never) => Selected[]
  call: Endpoint
  ask: (row: Selected, values: Values) => Asked
  fields?: readonly Field[]
  /** What of the call's reply it takes to take it back, in place of what the row was. */
  keep?: (reply: never) => Readonly<Record<string, unknown>>
  /** Of a reply that is no failure of the call, why it did nothing all the same. */
  refusal?: (reply: never) => string | undefined
  /** Takes it back of a row that has the version which it had afterwards. */
  undo?: { call: Endpoint; ask: (row: Selected) => Asked }
}
