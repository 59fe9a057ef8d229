import { DEMO_TRADE } from '#server/demo.ts'
import { handle } from '#server/http/handle.ts'
import { readSetting } from '#server/settings.ts'
import { demo } from '../contract.ts'

export const handlers = handle(demo, {
  progress: async ({ db, app }) => {
    const loaded = app.env.demo ? await readSetting<{ percent: number }>(db, DEMO_TRADE) : undefined
    return { percent: loaded && loaded.percent < 100 ? loaded.percent : null }
  },
})
