import type { App } from './app.ts'
import type { Db } from './db/connect.ts'
import type { Scenery } from './integrations/index.ts'
import type { AnyJob } from './jobs/jobs.ts'

/** The demo chain (`demo/`), which the product loads if its folder exists. */
export type DemoChain = {
  /** Answers of the embedded movie database and point of sale. */
  scenery: Scenery
  /** Parts to load at a start, by name and in this order: each once, in a transaction. */
  parts: Readonly<Record<string, DemoPart>>
  jobs: readonly AnyJob[]
  /** Parts to load while requests are served, until they are done or `app.closing`. */
  background: readonly ((app: App, onStep: (what: string) => void) => Promise<void>)[]
}
/** Equal for the same seed and day. */
export type DemoPart = (db: Db, demo: Demo, app: App) => Promise<void>
/** Shared input of the parts. `today` is a day of the chain's zone. */
export type Demo = { today: string; now: Date; seed: number }

/** Name of the setting that stores how much of the demo's sales is loaded. */
export const DEMO_TRADE = 'demo:trade'
