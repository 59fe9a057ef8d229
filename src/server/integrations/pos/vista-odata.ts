import * as z from 'zod/mini'
import { IntegrationError } from '../error.ts'
import { idIn, readRecord, type Listed, type Reading, type Row } from '../records.ts'
import type { VendorClient } from '../vendor.ts'
import { Amount, orNothing } from './fields.ts'

/** Entity sets of Connect, with their names for staff. */
const sets = {
  Cinemas: 'cinemas',
  Films: 'films',
  ScheduledFilms: 'films of cinemas',
  Sessions: 'sessions',
  FilmGenres: 'genres',
} as const
type SetName = keyof typeof sets

const Page = z.object({
  value: z.array(z.unknown()),
  'odata.count': orNothing(Amount),
  'odata.nextLink': z.optional(z.string()),
})

/** Returns the key of a row. Rows without an ID differ only by their content. */
const keyOf = (row: unknown) => idIn((row as Row | null)?.ID) ?? JSON.stringify(row)

const listedOf = <T>(rows: readonly ({ record: T } | { unread: Listed<T>['unread'][number] })[]): Listed<T> => ({
  records: rows.flatMap((row) => ('record' in row ? [row.record] : [])),
  unread: rows.flatMap((row) => ('unread' in row ? [row.unread] : [])),
})

type Options = Partial<Record<'$filter' | '$select', string>>

const NAME = 'The point of sale'
const failed = (message: string) => new IntegrationError(`${NAME} ${message}`, { isPassing: true })

/**
 * Reads complete entity sets of OData 3. A missing row would look like a cancelled session, so an answer with fewer
 * rows than reported, or without a page, is an error.
 */
export function odata(client: VendorClient, baseUrl: string) {
  const base = new URL(baseUrl)
  const folder = base.pathname.replace(/\/$/, '')

  /**
   * Returns the path and query of a link to the next page. Only the configured host is asked, because it receives the
   * token.
   */
  function pathOf(link: string): string {
    const address = `${baseUrl}/OData.svc/`
    const url = URL.canParse(link, address) ? new URL(link, address) : undefined
    if (url?.host !== base.host || !url.pathname.toLowerCase().startsWith(`${folder}/OData.svc/`.toLowerCase()))
      throw new IntegrationError(`${NAME} sent a link to another address than the configured one`)
    return url.pathname.slice(folder.length) + url.search
  }

  /** Sets that the service has returned before: a missing one is then an error, not a lack of the service. */
  const had = new Set<SetName>()

  /**
   * Reads all rows of a set. A paging server links the next page; for a server that cuts answers silently, the rest is
   * requested up to the reported count. An unreadable row counts as received.
   * @returns undefined if the service has never had the set
   */
  async function find<T extends z.core.$ZodType>(
    set: SetName,
    reading: Reading<T>,
    options: Options = {},
  ): Promise<Listed<z.core.output<T>> | undefined> {
    const query = { $format: 'json', $inlinecount: 'allpages', $orderby: 'ID', ...options }
    const rows = new Map<string, ReturnType<typeof readRecord<T>>>()
    let reported = 0
    let answer = await client.json(`/OData.svc/${set}`, { query, schema: Page })
    if (!answer && had.has(set)) throw failed(`no longer lists its ${sets[set]}`)
    if (!answer) return
    had.add(set)
    for (;;) {
      const before = rows.size
      for (const row of answer.value) rows.set(keyOf(row), readRecord(row, reading, rows.size + 1))
      reported = Math.max(reported, answer['odata.count'] ?? 0)
      const link: string | undefined = answer['odata.nextLink']
      if (link === undefined && rows.size >= reported) return listedOf([...rows.values()])
      if (rows.size === before)
        throw failed(
          rows.size < reported
            ? `reported ${reported} ${sets[set]} but sent ${rows.size}`
            : `sent a page of ${sets[set]} without new entries`,
        )
      answer = await (link === undefined
        ? client.json(`/OData.svc/${set}`, { query: { ...query, $skip: rows.size }, schema: Page })
        : client.json(pathOf(link), { schema: Page }))
      if (!answer) throw failed(`did not send the next page of its ${sets[set]}`)
    }
  }

  return {
    find,
    /** Reads a set that every Connect has. */
    all: async <T extends z.core.$ZodType>(set: SetName, reading: Reading<T>, options?: Options) => {
      const rows = await find(set, reading, options)
      if (rows) return rows
      throw new IntegrationError(
        `${NAME} has no list of ${sets[set]} (404). Check its address in the server's configuration.`,
      )
    },
  }
}

/** Quotes text in a filter. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
