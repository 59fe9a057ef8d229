import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAmount, isCount, isOnDays } from '#server/db/filter.ts'
import { byKeys, keysOfPage, sortOf, type Slice, type Key } from '#server/db/page.ts'
import { listOf } from '#server/db/rows.ts'
import { hasTerms } from '#server/db/search.ts'
import { newVisitor } from '#server/http/visitors.ts'
import type { ReferralLink, referralLinks } from '../contract.ts'
import { SHORT_PATH } from '../rules.ts'
import { number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/** `zone`: whose days are meant, where any are. */
export type Filter = Partial<Omit<Output<(typeof referralLinks)['csv']['query']>, 'columns'>> & { zone?: string }

/** A link as lists have it; `key` is what it was sorted by. */
export type Listed = ReferralLink & { key: string }

const icu = sql.raw('collate "und-x-icu"')
const clicks = sql`coalesce(c.clicks, 0)`
const tickets = sql`coalesce(s.tickets, 0)`
const kobo = sql`coalesce(s.kobo, 0)`
const counted = sql`
  left join referral_clicks c on c.link_id = l.id
  left join referral_sums s on s.code = upper(l.code)`

const KEYS: Record<string, Key> = {
  createdAt: { of: sql`l.created_at`, type: 'timestamptz' },
  name: { of: sql`l.name ${icu}`, type: 'text' },
  clicks: { of: clicks, type: 'bigint' },
  ticketsPurchased: { of: tickets, type: 'bigint' },
  revenueGenerated: { of: kobo, type: 'bigint' },
}
const SUMS = ['clicks', 'ticketsPurchased', 'revenueGenerated']
/** What is counted is joined where it is asked for, or sorted by. */
const linksOf = ({ clicks: clicked, tickets: sold, revenue }: Filter, by = '') =>
  clicked || sold || revenue || SUMS.includes(by) ? sql`referral_links l ${counted}` : sql`referral_links l`

/** A person, a code or a movie. Which movies, is known before: how many links they have decides how these are found. */
async function where(db: Db, { search, zone = 'UTC', ...filters }: Filter): Promise<SQL> {
  const live = allOf([
    sql`l.deleted_at is null`,
    isOnDays(filters.created, sql`l.created_at`, zone),
    isCount(filters.clicks, clicks),
    isCount(filters.tickets, tickets),
    isAmount(filters.revenue, kobo),
  ])
  if (!search) return live
  const { rows } = await query(db, { id: text })`
    select m.id from movies m where ${hasTerms(sql`m.search_text`, search)}`
  const movies = sql.param(rows.map(({ id }) => id))
  return sql`${live} and (${hasTerms(sql`l.search_text`, search)} or l.movie_id = any(${movies}::text[]))`
}

const columns = sql`
  l.id, l.name, l.movie_id, coalesce(nullif(m.title, ''), m.name) as movie_title, l.code, l.short_link, l.long_link,
  ${clicks} as clicks, ${tickets} as tickets, ${kobo} as kobo, l.created_at, l.version`

const row = {
  id: number,
  name: text,
  movie_id: text,
  movie_title: text,
  code: text,
  short_link: orNull(text),
  long_link: text,
  clicks: number,
  tickets: number,
  kobo: number,
  created_at: text,
  version: number,
}
type Row = RowOf<typeof row>

/** A short link of this server's is a path: how the server is reached, its caller knows. */
const toWire = (row: Row): ReferralLink => ({
  id: row.id,
  name: row.name,
  movie: { movie_id: row.movie_id, movie_title: row.movie_title },
  referral_code: row.code,
  short_referral_link: row.short_link ?? SHORT_PATH + row.code,
  long_referral_link: row.long_link,
  clicks: Number(row.clicks),
  ticketsPurchased: Number(row.tickets),
  revenueGenerated: toNaira(Number(row.kobo)),
  createdAt: new Date(row.created_at).toISOString(),
  version: row.version,
})

/** Newest first unless sorted; a page starts at an offset or, in an export, after a link. Ids are chosen first, then counted. */
export async function pageOfLinks(db: Db, filter: Filter, page: Slice): Promise<Listed[]> {
  const { by, descending } = sortOf(filter.sort ?? '-createdAt')
  const keys: Key[] = [KEYS[by]!, { of: sql`l.id`, type: 'bigint' }]
  const selection = { from: linksOf(filter, by), where: await where(db, filter), keys, descending }
  const { rows } = await query(db, { ...row, key: text })`
    with page as (${keysOfPage(selection, page)})
    select ${columns}, page.k0::text as key
    from page join referral_links l on l.id = page.k1 join movies m on m.id = l.movie_id ${counted}
    order by ${byKeys(selection)}`
  return rows.map((row) => ({ ...toWire(row), key: row.key }))
}

export async function countOfLinks(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from ${linksOf(filter)} where ${await where(db, filter)}`
  return rows[0]!.n
}

const one = async (db: Db, condition: SQL): Promise<ReferralLink | undefined> => {
  const { rows } = await query(db, row)`
    select ${columns} from referral_links l join movies m on m.id = l.movie_id ${counted} where ${condition}`
  return rows.map(toWire)[0]
}

export const findLink = (db: Db, id: number) => one(db, sql`l.id = ${id} and l.deleted_at is null`)

/** The link with a code, also one that was deleted: a code is never given twice. */
export async function linkWithCode(db: Db, code: string) {
  const link = await one(db, sql`upper(l.code) = upper(${code})`)
  return link && { link, isDeleted: !(await findLink(db, link.id)) }
}

/** Links of some people or with some codes, that were not deleted: of each its name, movie and code. */
export async function linksNamed(db: Db, names: readonly string[], codes: readonly string[]) {
  const { rows } = await query(db, { id: number, name: text, movieId: text, code: text })`
    select id, name, movie_id as "movieId", code from referral_links
    where deleted_at is null and (name = any(${listOf(names, 'text')}) or upper(code) = any(${listOf(codes, 'text')}))`
  return rows
}

/** A link, locked until the transaction ends. */
export async function lockLink(tx: Db, id: number): Promise<ReferralLink | undefined> {
  await tx.execute(sql`select from referral_links where id = ${id} and deleted_at is null for update`)
  return findLink(tx, id)
}

type NewLink = { name: string; movieId: string; code: string; shortLink: string | null; longLink: string }

/** Its code is held (`holdCode`), and is nobody's. */
export async function addLink(tx: Db, link: NewLink, by: string, now: Date): Promise<ReferralLink> {
  const { rows } = await query(tx, { id: number })`
    insert into referral_links (name, movie_id, code, short_link, long_link, created_at, created_by)
    values (${link.name}, ${link.movieId}, ${link.code}, ${link.shortLink}, ${link.longLink}, ${now.toISOString()}, ${by})
    returning id`
  return (await findLink(tx, rows[0]!.id))!
}

export async function changeLink(tx: Db, id: number, link: Omit<NewLink, 'code'>): Promise<ReferralLink> {
  await tx.execute(sql`
    update referral_links set name = ${link.name}, movie_id = ${link.movieId}, short_link = ${link.shortLink},
      long_link = ${link.longLink}, version = version + 1
    where id = ${id}`)
  return (await findLink(tx, id))!
}

export const removeLink = (tx: Db, id: number, now: Date) =>
  tx.execute(sql`update referral_links set deleted_at = ${now.toISOString()}, version = version + 1 where id = ${id}`)

/** @returns undefined when there is none that was deleted */
export async function restoreLink(tx: Db, id: number): Promise<ReferralLink | undefined> {
  const { rowCount } = await tx.execute(sql`
    update referral_links set deleted_at = null, version = version + 1 where id = ${id} and deleted_at is not null`)
  return rowCount ? findLink(tx, id) : undefined
}

/** Where the link with a code leads, counting the visitor's first click of the day in the same query. */
export async function clickOn(db: Db, code: string, visitor: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await query(db, { long_link: text })`
    with link as (
      select id, long_link from referral_links where upper(code) = upper(${code}) and deleted_at is null
    ), first as (${newVisitor(visitor, now, sql`link`)}), counted as (
      insert into referral_clicks as c (link_id, clicks) select id, 1 from link, first
      on conflict (link_id) do update set clicks = c.clicks + 1
    )
    select long_link from link`
  return rows[0]?.long_link
}

/** Where it leads, for whoever is not counted. */
export async function lookAt(db: Db, code: string): Promise<string | undefined> {
  const { rows } = await query(db, { long_link: text })`
    select long_link from referral_links where upper(code) = upper(${code}) and deleted_at is null`
  return rows[0]?.long_link
}
