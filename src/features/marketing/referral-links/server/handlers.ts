import { counted } from '#contract/counted.ts'
import { withCode } from '#contract/code.ts'
import type { Output } from '#contract/endpoint.ts'
import { dayOf, showInstant } from '#contract/time.ts'
import { findMovie } from '#features/programming/movies/server/public.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { lockCode, newCode } from '#server/codes.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { afterRow, sliceOf } from '#server/db/page.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { referralLinks, type ReferralLink } from '../contract.ts'
import { CODE_LENGTH, longLinkOf, messages, SHORT_PATH } from '../rules.ts'
import {
  addLink,
  changeLink,
  countOfLinks,
  findLink,
  lockLink,
  linkWithCode,
  pageOfLinks,
  removeLink,
  restoreLink,
  type Listed,
} from './store.ts'

const EXPORT_PAGE = 1000

export const handlers = handle(referralLinks, {
  list: async ({ app, db, query }) => {
    const filter = { ...query, zone: app.env.zone }
    const data = await pageOfLinks(db, filter, sliceOf(query))
    return { data: data.map(present(app)), pagination: { totalCount: await countOfLinks(db, filter) } }
  },

  csv: async ({ db, query, app, now, write }) => {
    const { zone } = app.env
    const filter = { ...query, zone }
    const total = await countOfLinks(db, filter)
    return exportRows(write, {
      name: `referral-links-${dayOf(now, zone)}.csv`,
      what: counted(total, 'referral link'),
      columns: csvColumns(zone),
      choice: query.columns,
      rows: inPages<Listed>(async (after) =>
        (await pageOfLinks(db, filter, { limit: EXPORT_PAGE, after: afterRow(after) })).map(present(app)),
      ),
      total,
    })
  },

  create: async ({ app, db, body, me, now, write }) => {
    const { name, movie_id: movieId } = body
    await knownMovie(db, movieId)
    const code = body.referral_code || newCode(CODE_LENGTH)
    const longLink = body.long_referral_link ? withCode(body.long_referral_link, code) : shopLink(app, movieId, code)
    // Nobody outside is asked for the short link of one that is there.
    const isOwn = body.own_short_link || (await linkWithCode(db, code))
    const shortLink = body.short_referral_link || (isOwn ? own(app, code) : await shortened(app, code, name))
    return write(async ({ db: tx, record }) => {
      await lockCode(tx, code)
      const existing = await linkWithCode(tx, code)
      if (existing?.isDeleted) throw invalid({ referral_code: messages.codeInUse })
      if (existing) {
        const before = present(app)(existing.link)
        if (!isSentAgain(app, existing.link, body)) throw conflict(messages.madeBefore, before)
        await record({ ...about(before), summary: `Repeated the request for the referral link of ${name}` })
        return before
      }
      // Purchases that carry a notification's code are that notification's.
      if (await app.isCodeUsed(tx, code)) throw invalid({ referral_code: messages.codeInUse })
      const stored = { name, movieId, code, shortLink: ownLink(app, code, shortLink), longLink }
      const link = await addLink(tx, stored, me.name, now)
      await record({ ...about(link), summary: `Created a referral link for ${name}`, after: audited(link) })
      return present(app)(link)
    })
  },

  change: async ({ app, db, params, body, record }) => {
    const before = await linkOr404(db, params.id)
    if (body.version !== undefined && body.version !== before.version) throw stale(present(app)(before))
    if (body.referral_code && body.referral_code.toUpperCase() !== before.referral_code.toUpperCase())
      throw invalid({ referral_code: messages.codeStays })
    const { name = before.name, movie_id: movieId = before.movie.movie_id } = body
    if (movieId !== before.movie.movie_id) await knownMovie(db, movieId)
    const after = await changeLink(db, params.id, {
      name,
      movieId,
      shortLink: ownLink(app, before.referral_code, body.short_referral_link || before.short_referral_link),
      longLink: body.long_referral_link
        ? withCode(body.long_referral_link, before.referral_code)
        : followed(app, before, movieId),
    })
    const summary: AuditSummary = `Edited the referral link of ${name}`
    await record({ ...about(after), summary, before: audited(before), after: audited(after) })
    return present(app)(after)
  },

  remove: async ({ app, db, params, query, record, now }) => {
    const before = await linkOr404(db, params.id)
    if (query.version !== undefined && query.version !== before.version) throw stale(present(app)(before))
    await removeLink(db, params.id, now)
    await record({
      ...about(before),
      summary: `Deleted the referral link of ${before.name}`,
      before: audited(before),
    })
    return null
  },

  restore: async ({ app, db, params, record }) => {
    const link = await restoreLink(db, params.id)
    if (!link && (await findLink(db, params.id))) throw conflict('This referral link was not deleted')
    if (!link) throw notFound('referral link')
    await record({ ...about(link), summary: `Restored the referral link of ${link.name}`, after: audited(link) })
    return present(app)(link)
  },
})

const about = ({ id }: ReferralLink) => ({ entity: 'referral link', id })
const audited = ({ name, movie, referral_code, short_referral_link, long_referral_link }: ReferralLink) => ({
  name,
  movie_id: movie.movie_id,
  referral_code,
  short_referral_link,
  long_referral_link,
})

/** The same link asked for a second time, because the first answer was lost. */
function isSentAgain(app: App, found: ReferralLink, body: Output<(typeof referralLinks)['create']['body']>): boolean {
  const { referral_code: code, short_referral_link: short, long_referral_link: long } = found
  return (
    found.name === body.name &&
    found.movie.movie_id === body.movie_id &&
    (!body.short_referral_link || (ownLink(app, code, body.short_referral_link) ?? SHORT_PATH + code) === short) &&
    (!body.long_referral_link || withCode(body.long_referral_link, code) === long)
  )
}

const own = ({ origin }: App, code: string) => origin + SHORT_PATH + code

/** Clicks are counted here, so that it is our own link which a shortener makes shorter. */
const shortened = (app: App, code: string, name: string) => app.links.shorten({ address: own(app, code), name })

/** Our own short link is not kept: it follows the address at which this server is reached. */
const ownLink = (app: App, code: string, link: string) =>
  [own(app, code), SHORT_PATH + code].includes(link) ? null : link

const present =
  ({ origin }: App) =>
  <L extends ReferralLink>(link: L): L => ({
    ...link,
    short_referral_link: link.short_referral_link.startsWith('/')
      ? origin + link.short_referral_link
      : link.short_referral_link,
  })

function shopLink({ env }: App, movieId: string, code: string): string {
  if (!env.shopUrl) throw invalid({ long_referral_link: messages.noShop })
  return longLinkOf(env.shopUrl, movieId, code)
}

/** A long link that was made for the movie before leads to the new one; one that somebody gave stays. */
function followed({ env }: App, before: ReferralLink, movieId: string): string {
  const made = (id: string) => env.shopUrl && longLinkOf(env.shopUrl, id, before.referral_code)
  return before.long_referral_link === made(before.movie.movie_id) ? made(movieId)! : before.long_referral_link
}

async function knownMovie(db: Db, id: string) {
  if (!(await findMovie(db, id))) throw invalid({ movie_id: messages.unknownMovie })
}

async function linkOr404(tx: Db, id: number): Promise<ReferralLink> {
  const link = await lockLink(tx, id)
  if (!link) throw notFound('referral link')
  return link
}

const csvColumns = (zone: string): CsvColumn<ReferralLink>[] => [
  { id: 'name', title: 'Name', cell: (link) => link.name },
  { id: 'movie', title: 'Movie', cell: (link) => link.movie.movie_title },
  { id: 'referral_code', title: 'Referral Code', cell: (link) => link.referral_code },
  { id: 'short_referral_link', title: 'Short Link', cell: (link) => link.short_referral_link },
  { id: 'long_referral_link', title: 'Long Link', cell: (link) => link.long_referral_link },
  { id: 'clicks', title: 'Clicks', cell: (link) => link.clicks },
  { id: 'ticketsPurchased', title: 'Tickets Purchased', cell: (link) => link.ticketsPurchased, adds: true },
  { id: 'revenueGenerated', title: 'Revenue Generated', cell: (link) => link.revenueGenerated.toFixed(2), adds: true },
  { id: 'createdAt', title: 'Date Created', cell: (link) => showInstant(link.createdAt, zone) },
]
