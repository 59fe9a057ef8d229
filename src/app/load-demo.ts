import { dayOf } from '#contract/time.ts'
import { occupiedSeats as seatsSold } from '#features/sales/trade/server/public.ts'
import type { App } from '#server/app.ts'
import type { DemoChain } from '#server/demo.ts'
import { integrations } from '#server/integrations/index.ts'
import { readSetting, settingsUnder, settleSetting } from '#server/settings.ts'

const SEED = 20_261

/** Loads the parts of the demo chain that are not there yet, each whole or not at all. */
export async function loadDemo(
  app: App,
  { scenery, parts }: Pick<DemoChain, 'scenery' | 'parts'>,
  onStep: (what: string) => void = () => {},
): Promise<void> {
  const now = app.clock.now()
  // The demo stores its pictures in the transaction of its records, where nothing may be noted beside it.
  const unwatched = { ...app, ...integrations(app.env, app.db, app.clock, { ...scenery, seatsSold }) }
  const loaded = await settingsUnder(app.db, 'demo:')
  for (const [name, load] of Object.entries(parts)) {
    if (loaded.has(`demo:${name}`)) continue
    // Another server may have loaded it meanwhile.
    if (await readSetting(app.db, `demo:${name}`)) continue
    onStep(name)
    await app.db.transaction(async (tx) => {
      await load(tx, { today: dayOf(now, app.env.zone), now, seed: SEED }, unwatched)
      await settleSetting(tx, `demo:${name}`, true)
    })
  }
}
