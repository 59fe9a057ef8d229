import type { ServerFeature } from '#server/feature.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { letters } from './letters.ts'
import { proposalWaits } from './notices.ts'
import { person } from './person.ts'
import { approvals } from './propose.ts'
import { retention } from './retention.ts'
import { proposalById } from './store.ts'

export const server: ServerFeature = {
  routes: handlers,
  cinemasOf: {
    proposal: async (db, id) => (await proposalById(db, Number(id)))?.cinemas?.flat() ?? [],
  },
  approvals,
  letters,
  notices: [proposalWaits],
  person,
  retention,
  demo,
}
