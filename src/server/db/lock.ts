import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file for this process. The operating system releases the lock when the process ends in any way.
 * SQLite's exclusive lock is the only portable file lock in Node.
 * @param timeoutMs how long to wait for another process
 * @returns a function that releases the lock
 */
export function lockFile(file: string, timeoutMs = 0): () => void {
  const lock = new DatabaseSync(file, { timeout: timeoutMs })
  try {
    lock.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `Another Marquee process is using this data folder (${file}). Stop it, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}
