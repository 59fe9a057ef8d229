import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The most space that the databases of a run need, including their templates. */
const ROOM = 4 * 2 ** 30

/** Makes a folder for temporary databases, in memory if there is enough. */
export const temporaryFolder = (name: string) => mkdtemp(path.join(isRoomy('/dev/shm') ? '/dev/shm' : tmpdir(), name))

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}
