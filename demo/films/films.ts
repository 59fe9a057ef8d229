import type { CatalogueFilm } from '#server/integrations/moviedb/film.ts'
import { nigerian } from './nigerian.ts'
import { world } from './world.ts'

/** Every film of the embedded catalogue. */
export const films: readonly CatalogueFilm[] = [...nigerian, ...world]

const byId = new Map(films.map((film) => [film.id, film]))

/** The film with this number, if the catalogue has it. */
export const filmById = (id: number): CatalogueFilm | undefined => byId.get(id)
