import { putSetting } from '#server/settings.ts'
import { inDatabase } from './database.ts'
import type { RunningServer } from './server.ts'

/** Makes an embedded integration of a running server fail, by its sentinel in the settings, while something is done. */
export const withFault = (server: RunningServer, setting: string, fault: string, work: () => Promise<void>) =>
  inDatabase(server, async (db) => {
    try {
      await putSetting(db, setting, fault)
      await work()
    } finally {
      await putSetting(db, setting, null)
    }
  })
