import type { App } from './app.ts'
import type { Db } from './db/connect.ts'
import type { Scenery } from './integrations/index.ts'
import type { AnyJob } from './jobs/jobs.ts'

/** The demo chain (`demo/`), which is handed to the product where its folder is there. */
export type DemoChain = {
  /** What the embedded movie database and point of sale answer with. */
  scenery: Scenery
  /** By its name, what is loaded at a start, in this order: each part once, in a transaction. */
  parts: Readonly<Record<string, DemoPart>>
  jobs: readonly AnyJob[]
  /** What is loaded beside the requests, until it is done or `app.closing`. */
  background: readonly ((app: App, onStep: (what: string) => void) => Promise<void>)[]
}
/** The same for the same seed and day. */
export type DemoPart = (db: Db, demo: Demo, app: App) => Promise<void>
/** What the parts share. `today` is a day of the chain's zone. */
export type Demo = { today: string; now: Date; seed: number }

/** The setting in which stands how much of the demo's trade is there. */
export const DEMO_TRADE = 'demo:trade'
