import type { App } from '#server/app.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { isLoading, loadTrade } from './load.ts'
import { readLoaded } from '#demo/loaded.ts'

/** What the demo chain sold since the last time; and the rest of its history, if loading that broke off. */
export const tradeJob: Job = {
  name: 'demo.trade',
  // Between two runs of the schedule, which tell of the seats that are taken by then.
  schedule: '5-55/10 * * * *',
  run: async (app) => {
    if (app.env.demo && !isLoading(app)) await loadTrade(app)
  },
}

const LOG_EVERY = 10

/** Loads the history beside the requests, and says now and then how far it is. */
export async function loadInBackground(app: App, onStep: (what: string) => void): Promise<void> {
  if (!app.env.demo) return
  let loggedPercent = -1
  const wasThere = (await readLoaded(app.db))?.percent === 100
  await loadTrade(app, {
    onProgress: (percent) => {
      const tenth = Math.floor(percent / LOG_EVERY)
      if (wasThere || tenth === loggedPercent) return
      loggedPercent = tenth
      onStep(percent === 100 ? "The demo chain's trade is loaded" : `Loading the demo chain's trade: ${percent}%`)
    },
  })
}
