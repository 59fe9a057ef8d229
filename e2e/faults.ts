import { runningDatabase } from '#server/db/running.ts'
import { putSetting } from '#server/settings.ts'
import type { RunningServer } from './server.ts'

/** Makes an embedded integration of a running server fail, by its sentinel in the settings, while something is done. */
export async function withFault(
  { dataDir }: RunningServer,
  setting: string,
  fault: string,
  act: () => Promise<void>,
): Promise<void> {
  const database = (await runningDatabase(dataDir))!
  const set = (to: string | null) => database.use((db) => putSetting(db, setting, to))
  await set(fault)
  try {
    await act()
  } finally {
    await set(null)
  }
}
