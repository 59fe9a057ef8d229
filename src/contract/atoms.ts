import * as z from 'zod/mini'
import { atMost } from './characters.ts'
import { errors } from './errors.ts'
import { isDay } from './time.ts'

/** Basic shapes of all contracts, with the messages that people read. */

/** Control characters except tab and line ends (NUL is rejected elsewhere), direction marks, and zero-width spaces. */
const UNSEEN = /(?![\0\t\n\r])\p{Cc}|[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu
/** Space, joiners and direction marks at both ends; joiners and marks are valid between letters. */
const AT_ENDS = /^[\s\u200C-\u200F\u2060]+|[\s\u200C-\u200F\u2060]+$/g

/** An unpaired surrogate, such as half an emoji. PostgreSQL cannot store it. */
const HALF = /\p{Surrogate}/gu

/**
 * Normalises typed text: composes letters with marks, removes invisible characters and space at both ends, and replaces
 * unpaired surrogates with U+FFFD.
 */
export const tidy = (text: string): string =>
  text.replace(UNSEEN, '').replace(AT_ENDS, '').replace(HALF, '\ufffd').normalize('NFC')
export const tidied = z.overwrite<string>(tidy)
/** Collapses runs of white space into one space. */
export const singleSpaced = z.overwrite<string>((text) => text.replace(/\s+/g, ' '))

/** Text of limited length, trimmed. @param empty error for empty text */
export const text = (max: number, empty = 'Field is empty') =>
  z.string(empty).check(tidied, z.minLength(1, empty), atMost(max))

/** A name of limited length, with single spaces. */
export const name = (max: number, empty = 'Field is empty') => text(max, empty).check(singleSpaced)

/** Text that may be empty. */
export const optionalText = (max: number) => z.string().check(tidied, atMost(max))

/** A calendar day, YYYY-MM-DD. Later checks, such as those of a range, run only if it is valid. */
export const Day = z
  .string(errors.enter('a date'))
  .check(z.refine(isDay, { error: 'Enter a date as YYYY-MM-DD', abort: true }))

/** An instant, ISO 8601 with zone. */
export const Instant = z.string()

/** An id of the point of sale: text, with its leading zeros. */
export const PosId = text(40)

/** Largest id of a four-byte column, which most tables have. */
export const DB_ID_MOST = 2 ** 31 - 1

/** A record's four-byte id in an address. @param unknown error for an id that no record can have */
export const DbId = (unknown: string) =>
  z.coerce.number(unknown).check(z.int(unknown), z.minimum(1, unknown), z.maximum(DB_ID_MOST, unknown))

/** The record version that an edit is based on; programs may omit it (decisions: The wire). */
export const Version = z.optional(z.int())

/** The record version in the query of a call without a body. */
export const VersionInQuery = z.object({ version: z.optional(z.coerce.number().check(z.int())) })

/**
 * Whether a text is a web address, or a path on this server such as an upload returns. Rejects credentials, which would be
 * published, and backslashes: browsers read them as slashes, so that two at the start lead to another host.
 */
export const isWebAddress = (value: string): boolean => {
  if (/^\/(?!\/)[^\s\\]+$/.test(value)) return true
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && !username && !password
}

/** Whether a text is a web address with a host, for a customer's browser. */
export const isLink = (value: string): boolean => !value.startsWith('/') && isWebAddress(value)

const MAX_PER_PAGE = 100
export const TABLE_ROWS = 15

/** A page's number, from 1. */
export const PageNumber = z.coerce
  .number('page must be a number')
  .check(z.int('page must be a whole number'), z.minimum(1, 'page starts at 1'))

/** Number of rows per page. */
export const PageSize = z.coerce
  .number('perPage must be a number')
  .check(
    z.int('perPage must be a whole number'),
    z.minimum(1, 'perPage starts at 1'),
    z.maximum(MAX_PER_PAGE, `perPage is at most ${MAX_PER_PAGE}`),
  )

/** `page` (from 1) and `perPage` of a list that the server pages. */
export const paging = (perPage: number) => ({
  page: z._default(PageNumber, 1),
  perPage: z._default(PageSize, perPage),
})

/** `sort=name` or `sort=-name` for the named columns. */
export const sorting = <const C extends readonly [string, ...string[]]>(...columns: C) =>
  z.optional(
    z.enum(
      [...columns, ...columns.map((column) => `-${column}`)] as unknown as [C[number] | `-${C[number]}`],
      `sort must be one of ${columns.join(', ')}, with - in front for descending order`,
    ),
  )

/** A search term; an empty term is the same as none. */
export const SearchTerm = z.optional(z.string().check(z.trim(), z.maxLength(200, 'Enter up to 200 characters')))

/** Column ids of an export in their order, comma-separated; all columns if absent. */
export const ColumnChoice = z.optional(z.string().check(z.maxLength(400, 'Enter up to 400 characters')))
