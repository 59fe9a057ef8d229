import { handle } from '#server/http/handle.ts'
import { demo } from '../contract.ts'
import { readLoaded } from '#demo/loaded.ts'

export const handlers = handle(demo, {
  progress: async ({ db, app }) => {
    const loaded = app.env.demo ? await readLoaded(db) : undefined
    return { percent: loaded && loaded.percent < 100 ? loaded.percent : null }
  },
})
