import * as z from 'zod/mini'
import { DbId, text } from '#contract/atoms.ts'
import { ENCODINGS, SEPARATOR_NAMES } from '#contract/table-files.ts'
import { endpoints } from '#contract/endpoint.ts'
import { BulkAction } from './contract.ts'
import { messages } from './import-rules.ts'
import { DATE_ORDERS } from './cell-rules.ts'
import { ROW_STATES } from './rules.ts'

/** Which column of the file is what (`Columns` of the rules). */
const Chosen = z.object({
  columns: z.array(z.nullable(z.string().check(z.maxLength(40)))).check(z.maxLength(200)),
  forAll: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(5000))), {}),
  dates: z._default(z.nullable(z.enum(DATE_ORDERS, messages.dates)), null),
  names: z._default(
    z.record(
      z.string().check(z.maxLength(40)),
      z.record(z.string().check(z.maxLength(5000)), z.string().check(z.maxLength(40))),
    ),
    {},
  ),
})

/** A file whose columns are being chosen. */
export const ImportDraft = z.object({
  id: z.int(),
  /** Such as `import.customers`. */
  action: z.string(),
  name: z.string(),
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  /** Of a text file; null of a workbook. */
  separator: z.nullable(z.enum(SEPARATOR_NAMES)),
  encoding: z.nullable(z.enum(ENCODINGS)),
  /** The number of the line with the headings; 0 where the file has none. */
  heading: z.int(),
  /** Whether rows that the spreadsheet hides were read too. */
  withHidden: z.boolean(),
  counts: z.object({
    all: z.int(),
    read: z.int(),
    above: z.int(),
    empty: z.int(),
    hidden: z.int(),
    withinCells: z.int(),
  }),
  /** The first lines, by their numbers: one of them has the headings. */
  beginning: z.array(z.object({ n: z.int(), text: z.string() })),
  headings: z.array(z.string()),
  /** Of each column what its first lines say. */
  samples: z.array(z.array(z.string())),
  /** Of each column: how it writes days. */
  seen: z.array(
    z.object({ dmy: z.boolean(), mdy: z.boolean(), either: z.boolean(), low: z.boolean(), high: z.boolean() }),
  ),
  chosen: Chosen,
})
export type ImportDraft = z.infer<typeof ImportDraft>

/** A line as it will be. */
export const PreviewLine = z.object({
  line: z.int(),
  state: z.enum(ROW_STATES),
  title: z.string(),
  message: z.string(),
  /** By the names of fields. */
  values: z.record(z.string(), z.string()),
})
export type PreviewLine = z.infer<typeof PreviewLine>

const params = z.object({ id: DbId(messages.noSuchImport) })

/** Lines of a file, each of which becomes the single call: once checked, an import is a bulk action (ADR 24). */
export const imports = endpoints('imports', {
  upload: {
    method: 'POST',
    path: '/imports',
    permission: 'person',
    summary:
      'Upload a CSV or Excel file for an import (multipart: action, place, reading options, and file). Nothing is changed yet.',
    files: true,
    body: z.object({
      action: text(60, messages.unknown),
      /** Of a workbook: another than the first. */
      sheet: z.optional(z.string().check(z.maxLength(200))),
      /** What all lines are for, as JSON: a cinema (`cinema_id`), a voucher group (`id`). */
      place: z.optional(z.string().check(z.maxLength(500))),
      /** How the file is read, in place of what is found out. */
      separator: z.optional(z.enum(SEPARATOR_NAMES, messages.separator)),
      encoding: z.optional(z.enum(ENCODINGS, messages.encoding)),
      heading: z.optional(
        z.coerce.number(messages.heading).check(z.int(messages.heading), z.minimum(0, messages.heading)),
      ),
      hidden: z.optional(z.enum(['read', 'leave out'], messages.hidden)),
    }),
    reply: ImportDraft,
    status: 201,
    audit: 'none',
  },
  preview: {
    method: 'POST',
    path: '/imports/{id}/preview',
    unkept: 'Nothing is changed',
    permission: 'person',
    summary: 'Preview the first lines of a file with some columns',
    params,
    body: Chosen,
    reply: z.object({
      /** What keeps the columns from being imported. */
      problem: z.nullable(z.string()),
      lines: z.array(PreviewLine),
      /** Names in the file that are not those of our records, with how many lines have them, and near ones. */
      names: z.array(
        z.object({
          field: z.string(),
          typed: z.string(),
          lines: z.int(),
          near: z.array(z.object({ id: z.string(), name: z.string() })),
        }),
      ),
    }),
    audit: 'none',
    transaction: 'own',
  },
  check: {
    method: 'POST',
    path: '/imports/{id}/check',
    unkept: 'The import continues',
    permission: 'person',
    summary: 'Validate each line with some columns, without saving. The bulk action of the same ID has the results.',
    params,
    body: Chosen,
    reply: BulkAction,
    audit: 'none',
    transaction: 'own',
  },
  refusedCsv: {
    method: 'GET',
    path: '/imports/{id}/refused.csv',
    permission: 'session',
    summary: 'Export the rejected lines as in the file, with the reason for each',
    params,
    stream: 'text/csv',
  },
})
