import type { IncomingMessage, ServerResponse } from 'node:http'
import { peer, sendJson, type Peer } from './peer.ts'

/** The relevant fields of Veezi's rows. Times are the cinema's local ones, without a zone. */
type VeeziSessionRow = {
  Id: number
  FilmId: string
  ScreenId: number
  ShowType: 'Public' | 'Private'
  Status: 'Open' | 'Closed' | 'Planned'
  PreShowStartTime: string
  FeatureStartTime: string
  FeatureEndTime: string
  CleanupEndTime: string
  TicketsSoldOut: boolean
  SeatsAvailable: number
}
type VeeziFilmRow = {
  Id: string
  Title: string
  Genre: string
  Rating: string
  Duration: number
  OpeningDate: string
}
export type VeeziSite = {
  site: { Name: string; Address3?: string | null }
  screens: { Id: number; Name: string; ScreenNumber: string; TotalSeats: number }[]
  films: VeeziFilmRow[]
  sessions: VeeziSessionRow[]
}

export type VeeziPeer = Peer & {
  /** Sites by token. The next answer reflects a test's changes. */
  sites: Record<string, VeeziSite>
}

/** Runs Veezi on this machine. A token belongs to one site; an unknown one is rejected with 403. */
export async function veeziPeer(sites: Record<string, VeeziSite> = {}): Promise<VeeziPeer> {
  const outside = await peer((request, response) => answer(self, request, response))
  const self: VeeziPeer = Object.assign(outside, { sites })
  return self
}

function answer({ sites }: VeeziPeer, request: IncomingMessage, response: ServerResponse) {
  const refuse = (status: number) => void response.writeHead(status).end()
  const site = sites[String(request.headers.veeziaccesstoken)]
  if (!site) return refuse(403)
  const answers: Record<string, unknown> = {
    '/v1/site': site.site,
    '/v1/screen': site.screens,
    '/v4/film': site.films,
    '/v1/session': site.sessions,
  }
  const found = answers[request.url!]
  if (!found) return refuse(404)
  sendJson(response, found)
}

export const veeziFilm = (id: string, title: string, more: Partial<VeeziFilmRow> = {}): VeeziFilmRow => ({
  Id: id,
  Title: title,
  Genre: 'Drama',
  Rating: 'PG',
  Duration: 100,
  OpeningDate: '2026-11-20T00:00:00',
  ...more,
})

const later = (time: string, minutes: number) =>
  new Date(Date.parse(`${time}Z`) + minutes * 60_000).toISOString().slice(0, 19)

/** @param starts local start of the adverts, `2026-11-25T18:30:00` */
export const veeziSession = (
  id: number,
  filmId: string,
  starts: string,
  more: Partial<VeeziSessionRow> = {},
): VeeziSessionRow => ({
  Id: id,
  FilmId: filmId,
  ScreenId: 1,
  ShowType: 'Public',
  Status: 'Open',
  PreShowStartTime: starts,
  FeatureStartTime: later(starts, 15),
  FeatureEndTime: later(starts, 115),
  CleanupEndTime: later(starts, 130),
  TicketsSoldOut: false,
  SeatsAvailable: 80,
  ...more,
})
