import type { Scenery } from '#server/integrations/index.ts'
import { artwork } from '#demo/artwork/artwork.ts'
import { embeddedCinemas } from '#demo/chain/cinemas.ts'
import { menuOf } from '#demo/chain/menu.ts'
import { plannedOn } from '#demo/chain/changes.ts'
import { posFilm, programmeOn } from '#demo/chain/programme.ts'
import { ticketTypesOf } from '#demo/chain/tickets.ts'
import { filmById, films } from '#demo/films/films.ts'

/** What the embedded integrations show: films with their pictures, and a chain of cinemas that plays them. */
export const scenery: Scenery = {
  catalogue: { films, filmById, draw: artwork },
  chain: {
    cinemas: embeddedCinemas,
    films: (day) => programmeOn(day).map(posFilm),
    sessions: (cinemaId, from, until, zone) => plannedOn(from, cinemaId, from, until, zone),
    products: menuOf,
    ticketTypes: ticketTypesOf,
  },
}
