/** Movies, events and what is advertised. */
import { categories } from '#features/programming/categories/contract.ts'
import { events } from '#features/marketing/events/contract.ts'
import { eventList } from '#features/marketing/events/list-contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { programme } from '#features/programming/programme/contract.ts'
import { heroBanners } from '#features/marketing/promotions/banner-contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { atOnce, backTo, byId, setting, type Action, type Reply, type Selected } from './action-rules.ts'

const ofMovies = {
  rows: ['movie', 'movies'],
  list: movies.list,
  file: movies.listCsv,
  select: (reply: Reply<typeof movies.list>) =>
    reply.movies.map(({ movie_id: id, movie_name: title, movie_db_details: { is_available_for_display: undo } }) => ({
      id,
      title,
      version: null,
      undo: { is_available_for_display: undo },
    })),
  call: movies.visibility,
  undo: { call: movies.visibility, ask: backTo },
} as const
const ofComingSoon = {
  ...ofMovies,
  list: movies.comingSoon,
  file: movies.comingSoonCsv,
  select: (reply: Reply<typeof movies.comingSoon>) =>
    reply.movies.map(({ rosetta_movie_id: id, movie_title: title, is_available_for_display }) => ({
      id,
      title,
      version: null,
      undo: { is_available_for_display },
    })),
} as const
const ofProgramme = {
  ...ofMovies,
  list: programme.board,
  file: programme.boardCsv,
  select: (reply: Reply<typeof programme.board>) =>
    reply.films.map(({ movie_id: id, movie_title: title, is_available_for_display }) => ({
      id,
      title,
      version: null,
      undo: { is_available_for_display },
    })),
} as const
const approve = { label: 'Approve', done: 'Approved', ask: setting({ is_available_for_display: true }) } as const
const withdraw = {
  label: 'Unapprove',
  done: 'Unapproved',
  ask: setting({ is_available_for_display: false }),
} as const

const activate = { label: 'Activate', done: 'Activated', ask: setting({ isActive: true }) } as const
const deactivate = { label: 'Deactivate', done: 'Deactivated', ask: setting({ isActive: false }) } as const
const remove = { label: 'Delete', done: 'Deleted', ask: byId } as const

const ofPromotions = {
  rows: ['promotion', 'promotions'],
  list: promotions.list,
  file: promotions.csv,
  paging: ['pageNo', 'pageSize'],
  select: (reply: Reply<typeof promotions.list>) =>
    reply.promotions.map(({ id, title, version, isActive }) => ({
      id: String(id),
      title,
      version,
      undo: { isActive },
    })),
} as const
const ofStatus = { ...ofPromotions, call: promotions.status, undo: { call: promotions.status, ask: backTo } } as const

const ofBanners = {
  rows: ['hero banner', 'hero banners'],
  list: heroBanners.list,
  file: heroBanners.list,
  select: (reply: Reply<typeof heroBanners.list>) =>
    reply.banners.map(({ id, title, version, isActive }) => ({ id: String(id), title, version, undo: { isActive } })),
} as const
const ofDisplay = { ...ofBanners, call: heroBanners.save, undo: { call: heroBanners.save, ask: backTo } } as const

const named = ({ id, name: title, version }: { id: number; name: string; version?: number }): Selected => ({
  id: String(id),
  title,
  version: version ?? null,
  undo: null,
})

export const ofScreens: Readonly<Record<string, Action>> = {
  'movies.approve': { ...ofMovies, ...approve },
  'movies.withdraw': { ...ofMovies, ...withdraw },
  'coming-soon.approve': { ...ofComingSoon, ...approve },
  'coming-soon.withdraw': { ...ofComingSoon, ...withdraw },
  'programme.approve': { ...ofProgramme, ...approve },
  'programme.withdraw': { ...ofProgramme, ...withdraw },
  'events.delete': {
    ...remove,
    rows: ['event', 'events'],
    list: eventList.list,
    file: eventList.csv,
    paging: ['pageNo', 'pageSize'],
    select: (reply: Reply<typeof eventList.list>) => reply.map(({ id, name }) => named({ id, name })),
    call: events.remove,
    undo: { call: events.restore, ask: byId },
  },
  'categories.delete': {
    ...remove,
    rows: ['category', 'categories'],
    list: categories.list,
    file: categories.list,
    reads: atOnce,
    select: (reply: Reply<typeof categories.list>) => reply.map(named),
    call: categories.remove,
    undo: { call: categories.restore, ask: byId },
  },
  'promotions.activate': { ...ofStatus, ...activate },
  'promotions.deactivate': { ...ofStatus, ...deactivate },
  'promotions.delete': {
    ...ofPromotions,
    ...remove,
    call: promotions.remove,
    undo: { call: promotions.restore, ask: byId },
  },
  'hero-banners.activate': { ...ofDisplay, ...activate },
  'hero-banners.deactivate': { ...ofDisplay, ...deactivate },
  'hero-banners.delete': {
    ...ofBanners,
    ...remove,
    call: heroBanners.remove,
    undo: { call: heroBanners.restore, ask: byId },
  },
  'referral-links.delete': {
    ...remove,
    rows: ['referral link', 'referral links'],
    list: referralLinks.list,
    file: referralLinks.csv,
    select: (reply: Reply<typeof referralLinks.list>) => reply.data.map(named),
    call: referralLinks.remove,
    undo: { call: referralLinks.restore, ask: byId },
  },
}
