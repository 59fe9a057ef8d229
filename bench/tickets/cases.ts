import type pg from 'pg'
import { addDays, dayOf } from '#contract/time.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { SEARCH_BOUNDS } from '#features/sales/tickets/rules.ts'
import type { Case } from '../compare.ts'
import { COMMON_WORD, DAYS, EVERYWHERE, RARE_WORD, referenceOf, ZONE } from '../seeding.ts'
import {
  everything,
  filteredPage,
  foundPage,
  ofChannel,
  ofCinema,
  page,
  paid,
  PER_PAGE,
  visible,
  walkedPage,
  type Answer,
} from './baseline-sql.ts'
import { cinemaOf, CINEMAS, FILM, FILM_NOW } from './seed.ts'

const MOVIES = ['HO00000117', 'HO00000193']
const OF_MOVIES = `t.movie_id in (${MOVIES.map((id) => `'${id}'`).join()})`
const DEAR = `t.kobo between 500000 and 600000 and t.channel = 'mobile'`
const MOST_AMOUNTS = 't.kobo between 400000 and 800000'

/** How many lines the log has. */
export async function sizeOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from ticket_log')
  return rows[0]!.n
}

export function cases(count: number): Case[] {
  const one = (name: string, query: Record<string, string | number>, bare: Answer): Case => {
    const params = new URLSearchParams({ page: 1, perPage: PER_PAGE, ...query } as never)
    return { name, path: `/api${tickets.breakdown.path}?${params}`, bare }
  }
  const middleOf = (share: number) => Math.max(1, Math.floor(count / share / PER_PAGE / 2))
  const last = Math.ceil(count / PER_PAGE)
  const cinema = cinemaOf(3)
  const begin = addDays(dayOf(new Date(), ZONE), -Math.floor(DAYS / 2))
  const month = addDays(begin, 29)
  const reference = referenceOf(Math.floor(count / 2))
  return [
    one('first page', {}, page(everything, 1)),
    one('middle page', { page: middleOf(1) }, page(everything, middleOf(1))),
    one('last page', { page: last }, page(everything, last)),
    one(
      'of a cinema, middle page',
      { cinema_id: cinema, page: middleOf(CINEMAS) },
      page(ofCinema(cinema), middleOf(CINEMAS)),
    ),
    one('of a channel, middle page', { channel: 'mobile', page: middleOf(3) }, page(ofChannel('mobile'), middleOf(3))),
    one('paid in a month', { start_date: begin, end_date: month }, page(paid(begin, month), 1)),
    one('shown on a day', { show_start_date: begin, show_end_date: begin }, page(visible(begin, begin), 1)),
    one(
      'shown in a month, middle page',
      { show_start_date: begin, show_end_date: month, page: middleOf(DAYS / 30) },
      page(visible(begin, month), middleOf(DAYS / 30)),
    ),
    one('of two movies', { movie_id: MOVIES.join() }, filteredPage(OF_MOVIES, SEARCH_BOUNDS)),
    one('of an amount, on a phone', { amount: '5000..6000', channel: 'mobile' }, filteredPage(DEAR, SEARCH_BOUNDS)),
    one('of most amounts', { amount: '4000..8000' }, filteredPage(MOST_AMOUNTS, SEARCH_BOUNDS)),
    one('refunded in part', { refund: 'part' }, filteredPage(`t.refund = 'part'`, SEARCH_BOUNDS)),
    one('not refunded', { refund: 'none' }, filteredPage(`t.refund = 'none'`, SEARCH_BOUNDS)),
    one('rare word', { search: RARE_WORD }, foundPage(RARE_WORD)),
    one('common word', { search: COMMON_WORD }, foundPage(COMMON_WORD)),
    one('common word, page 100', { search: COMMON_WORD, page: 100 }, foundPage(COMMON_WORD, 100)),
    one('movie', { search: FILM }, foundPage(FILM)),
    one('movie that plays now', { search: FILM_NOW }, foundPage(FILM_NOW)),
    one('transaction', { search: reference }, foundPage(reference)),
    one('what everybody has', { search: EVERYWHERE }, walkedPage(EVERYWHERE, SEARCH_BOUNDS)),
  ]
}
