import { analytics } from '../features/analytics/contract.ts'
import { audit } from '../features/audit/contract.ts'
import { catalogue } from '../features/catalogue/contract.ts'
import { cinemas } from '../features/cinemas/contract.ts'
import { connections } from '../features/connections/contract.ts'
import { demo } from '../features/demo/contract.ts'
import { feed } from '../features/feed/contract.ts'
import { media } from '../features/media/contract.ts'
import { movies } from '../features/movies/contract.ts'
import { outbox } from '../features/outbox/contract.ts'
import { search } from '../features/search/contract.ts'
import { session } from '../features/session/contract.ts'
import type { Endpoint } from './endpoint.ts'

/** The book: every call of the API, by feature, in the specification's order. */
export const book = {
  session,
  analytics,
  movies,
  catalogue,
  cinemas,
  media,
  outbox,
  search,
  feed,
  demo,
  connections,
  audit,
}

export const everyEndpoint = Object.values(book).flatMap((table) => Object.values(table)) as Endpoint[]
