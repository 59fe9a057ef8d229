import { DatabaseSync } from 'node:sqlite'

/**
 * Holds a file for this process alone; the operating system lets go of it when the process ends, however it ends.
 * SQLite's exclusive lock is the one portable file lock that Node ships.
 * @param timeoutMs how long to wait for another process to let go
 * @returns a function that lets go
 */
export function lockFile(file: string, timeoutMs = 0): () => void {
  const lock = new DatabaseSync(file, { timeout: timeoutMs })
  try {
    lock.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `The data folder is in use by another Marquee (${file}). Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
