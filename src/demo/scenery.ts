import type { Scenery } from '#server/integrations/index.ts'
import { artwork } from './artwork/artwork.ts'
import { embeddedCinemas } from './chain/cinemas.ts'
import { menuOf } from './chain/menu.ts'
import { plannedOn } from './chain/changes.ts'
import { posFilm, programmeOn } from './chain/programme.ts'
import { ticketTypesOf } from './chain/tickets.ts'
import { filmById, films } from './films/films.ts'

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
