import type { CatalogueFilm } from '#server/integrations/moviedb/film.ts'
import catalogue from './films.json' with { type: 'json' }

/** Every film of the embedded catalogue. */
export const films = catalogue as readonly CatalogueFilm[]

const byId = new Map(films.map((film) => [film.id, film]))

/** The film with this number, if the catalogue has it. */
export const filmById = (id: number): CatalogueFilm | undefined => byId.get(id)
