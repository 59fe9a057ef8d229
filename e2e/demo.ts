import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { today } from './day.ts'
import { root, startServer } from './server.ts'

/**
 * The data folder of a demo chain as it is freshly loaded on this day. Its trade is told from the day of loading, so
 * that a run over midnight needs another.
 */
export async function snapshot(day: string): Promise<string> {
  const folder = path.join(process.env.MARQUEE_TOURS!, `demo-${day}`)
  if (existsSync(folder)) return folder
  const loading = `${folder}-${process.pid}`
  const server = await startServer(loading, { DEMO_SIZE: 'small' })
  await server.prints(/demo chain's trade is loaded/)
  await server.stop()
  // Another worker may have been first; one is as good as the other.
  await rename(loading, folder).catch((error) => {
    if (!existsSync(folder)) throw error
  })
  return folder
}

/** Builds the web application where it is not, and loads the demo chain once; each file of tours gets a copy. */
export default async function setup() {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The web application does not build')
  process.env.MARQUEE_TOURS = await mkdtemp(path.join(os.tmpdir(), 'marquee-tours-'))
  await snapshot(today())
  return () => rm(process.env.MARQUEE_TOURS!, { recursive: true, force: true })
}
