import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { root, startServer } from './server.ts'

/** Where the data folder of a freshly loaded demo chain lies during a run. */
export const snapshot = () => path.join(process.env.MARQUEE_TOURS!, 'demo')

/** Builds the web application where it is not, and loads the demo chain once; each file of tours gets a copy. */
export default async function setup() {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The web application does not build')
  process.env.MARQUEE_TOURS = await mkdtemp(path.join(os.tmpdir(), 'marquee-tours-'))
  const server = await startServer(snapshot(), { DEMO_SIZE: 'small' })
  await server.prints(/demo chain's trade is loaded/)
  await server.stop()
  return () => rm(process.env.MARQUEE_TOURS!, { recursive: true, force: true })
}
