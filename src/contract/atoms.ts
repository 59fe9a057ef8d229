import * as z from 'zod/mini'
import { atMost } from './characters.ts'
import { isDay } from './time.ts'

/** The small shapes that every contract is made of. Messages are the ones people read. */

/** Controls (but tab and the ends of lines; NUL is refused), what turns the text round it, and zero-width spaces. */
const UNSEEN = /(?![\0\t\n\r])\p{Cc}|[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu
/** Joiners and marks of direction belong between letters. */
const AT_ENDS = /^[\s\u200C-\u200F\u2060]+|[\s\u200C-\u200F\u2060]+$/g

/** Half of a character, as a cut through an emoji leaves it: no database stores it. */
const HALF = /\p{Surrogate}/gu

/**
 * Letters with marks are kept composed, however a keyboard sends them; what nobody sees, and space at both ends, is cut;
 * half of a character becomes the sign for what cannot be read.
 */
export const tidy = (text: string): string =>
  text.replace(UNSEEN, '').replace(AT_ENDS, '').replace(HALF, '\ufffd').normalize('NFC')
export const tidied = z.overwrite<string>(tidy)
/** One space stands for any run of them. */
export const singleSpaced = z.overwrite<string>((text) => text.replace(/\s+/g, ' '))

/** Text of a bounded length; surrounding space is cut. An empty one answers `empty`. */
export const text = (max: number, empty = 'Field is empty') =>
  z.string(empty).check(tidied, z.minLength(1, empty), atMost(max))

/** The same of a name. */
export const name = (max: number, empty = 'Field is empty') => text(max, empty).check(singleSpaced)

/** Text that may be empty. */
export const optionalText = (max: number) => z.string().check(tidied, atMost(max))

/** A calendar day, YYYY-MM-DD. Rules about it, also those of a range, reckon with it only when it is one. */
export const Day = z.string('Date is empty').check(z.refine(isDay, { error: 'Not a date (YYYY-MM-DD)', abort: true }))

/** An instant, ISO 8601 with zone. */
export const Instant = z.string()

/** An id that came from the point of sale: text, with its leading zeros. */
export const PosId = text(40)

/** As large as the id of most of our records can be: a column of four bytes. */
export const DB_ID_MOST = 2 ** 31 - 1

/** A record's id in an address; what no record can have answers `unknown`. Ids of eight bytes have no such bound. */
export const DbId = (unknown: string) =>
  z.coerce.number(unknown).check(z.int(unknown), z.minimum(1, unknown), z.maximum(DB_ID_MOST, unknown))

/** The record's version that an edit was based on; absent from programs that do not send it (decisions: The wire). */
export const Version = z.optional(z.int())

/** The same in the query of a call without a body: what was changed since stays. */
export const VersionInQuery = z.object({ version: z.optional(z.coerce.number().check(z.int())) })

/**
 * An address on the web, or a path on this server such as an upload returns. One with a name and password in it is none:
 * it would be told to everybody; and to a browser a backslash is a slash, so that two at the start lead elsewhere.
 */
export const isWebAddress = (value: string): boolean => {
  if (/^\/(?!\/)[^\s\\]+$/.test(value)) return true
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && !username && !password
}

/** An address with a host, which a customer's browser can be sent to. */
export const isLink = (value: string): boolean => !value.startsWith('/') && isWebAddress(value)

const MAX_PER_PAGE = 100
export const TABLE_ROWS = 15

/** A page's number, from 1. */
export const PageNumber = z.coerce
  .number('page is not a number')
  .check(z.int('page is not a whole number'), z.minimum(1, 'page starts at 1'))

/** How many rows a page has. */
export const PageSize = z.coerce
  .number('perPage is not a number')
  .check(
    z.int('perPage is not a whole number'),
    z.minimum(1, 'perPage starts at 1'),
    z.maximum(MAX_PER_PAGE, `perPage is at most ${MAX_PER_PAGE}`),
  )

/** `page` and `perPage` of a server-paged list; page is 1-based. A list may sort by its own column names. */
export const paging = (perPage: number) => ({
  page: z._default(PageNumber, 1),
  perPage: z._default(PageSize, perPage),
})

/** `sort=name` or `sort=-name` over the named columns. */
export const sorting = <const C extends readonly [string, ...string[]]>(...columns: C) =>
  z.optional(
    z.enum(
      [...columns, ...columns.map((column) => `-${column}`)] as unknown as [C[number] | `-${C[number]}`],
      `sort is one of ${columns.join(', ')}, with - before it for descending`,
    ),
  )

/** Query text such as a search term; an empty one is the same as none. */
export const SearchTerm = z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')))

/** Ids of the columns an export is to have, comma-joined, in their order; without it all. */
export const ColumnChoice = z.optional(z.string().check(z.maxLength(400, 'At most 400 characters')))
