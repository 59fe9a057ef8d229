import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What the databases of a whole run take at most, with the template of each. */
const ROOM = 4 * 2 ** 30

/** A new folder for databases that nobody needs to find again: in memory where there is room for them. */
export const temporaryFolder = (name: string) => mkdtemp(path.join(isRoomy('/dev/shm') ? '/dev/shm' : tmpdir(), name))

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}
