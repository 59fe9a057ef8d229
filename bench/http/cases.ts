import { TABLE_ROWS } from '#contract/atoms.ts'
import { COMING_SOON_PAGE } from '#features/programming/movies/rules.ts'
import { CINEMA, COMMON_WORD, RANGE, RARE_WORD } from './seed.ts'

/** Screens' calls as the application sends them; `page` is a page's number of a list with that many rows. */
export type Case = { name: string; path: string }

const address = (path: string, query: Record<string, string | number>) =>
  `/api${path}?${new URLSearchParams(query as Record<string, string>)}`

export const cases = (rows: number): Case[] => {
  const movies = (more: Record<string, string | number> = {}) =>
    address('/movie/admin/list', { cinema_id: CINEMA, ...RANGE, page: 1, perPage: TABLE_ROWS, ...more })
  const soon = (more: Record<string, string | number> = {}) =>
    address('/movie/admin/coming-soon-movies', { page: 1, perPage: COMING_SOON_PAGE, ...more })
  return [
    { name: 'movies, first page', path: movies() },
    { name: 'movies, last page', path: movies({ page: Math.ceil(rows / TABLE_ROWS) }) },
    { name: 'movies, approved', path: movies({ status: 'approved' }) },
    { name: 'movies, common word', path: movies({ search: COMMON_WORD }) },
    { name: 'movies, rare word', path: movies({ search: RARE_WORD }) },
    { name: 'movies, most liked', path: movies({ sort: '-likes' }) },
    { name: 'coming soon, first page', path: soon() },
    { name: 'coming soon, last page', path: soon({ page: Math.ceil(rows / COMING_SOON_PAGE) }) },
    { name: 'coming soon, approved', path: soon({ status: 'approved' }) },
    { name: 'coming soon, common word', path: soon({ search: COMMON_WORD }) },
    { name: 'coming soon, rare word', path: soon({ search: RARE_WORD }) },
  ]
}
