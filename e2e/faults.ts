import { connect } from '#server/db/connect.ts'
import { putSetting } from '#server/settings.ts'
import type { RunningServer } from './server.ts'

/** Makes an embedded integration of a running server fail, by its sentinel in the settings, while something is done. */
export async function withFault(
  { databaseUrl, dataDir }: RunningServer,
  setting: string,
  fault: string,
  act: () => Promise<void>,
): Promise<void> {
  const database = await connect({ databaseUrl, dataDir })
  try {
    await putSetting(database.db, setting, fault)
    await act()
  } finally {
    await putSetting(database.db, setting, null)
    await database.close()
  }
}
