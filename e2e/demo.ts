import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { today } from './day.ts'
import { build, root, startServer } from './server.ts'

const KEPT = path.join(root, 'node_modules/.cache/tours')
/** A run's copies of the demo folder, one for each worker, and what its servers write. */
const NEEDED_BYTES = 2 * 2 ** 30

/**
 * The data folder of a demo chain as it is freshly loaded on this day. Its trade is reported from the day of loading, so
 * that a run over midnight needs another. It is kept until the server's sources change.
 */
export async function snapshot(day: string): Promise<string> {
  const folder = path.join(KEPT, `demo-${day}-${process.env.MARQUEE_TOURS_SOURCES}`)
  if (existsSync(folder)) return folder
  const loading = path.join(process.env.MARQUEE_TOURS!, `demo-${process.pid}`)
  const server = await startServer(loading, { DEMO_SIZE: 'small' })
  await server.prints(/demo chain's trade is loaded/)
  await server.stop()
  await mkdir(KEPT, { recursive: true })
  const coming = `${folder}.${process.pid}`
  const copied = spawnSync('cp', ['-r', loading, coming])
  if (copied.status !== 0) throw new Error(`The demo chain could not be kept: ${copied.stderr}`)
  await rm(loading, { recursive: true })
  // Another worker or run may have been first; one is as good as the other.
  await rename(coming, folder).catch(() => rm(coming, { recursive: true, force: true }))
  return folder
}

/** What the demo chain is made of: the server, its migrations and its packages. */
function sources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['src/{app,contract,demo,server}/**', 'src/features/*/*.ts', 'src/features/*/server/**', 'migrations/*'],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/\.(test|e2e|fixture)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  for (const file of [...files, path.join(root, 'package-lock.json')].sort())
    hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** In memory where it has room: a server writes a hundred files to begin with, and nothing of it is kept. */
function roomiest(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > NEEDED_BYTES ? '/dev/shm' : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}

/** Builds the product where it is not, and prepares. */
export default async function setup() {
  build('web')
  build('server')
  return prepare()
}

/** Loads the demo chain once; servers get copies. @returns what takes away the copies' folder */
export async function prepare(): Promise<() => Promise<void>> {
  process.env.MARQUEE_TOURS = await mkdtemp(path.join(roomiest(), 'marquee-tours-'))
  process.env.MARQUEE_TOURS_SOURCES = sources()
  const kept = path.basename(await snapshot(today()))
  for (const name of await readdir(KEPT))
    if (!name.startsWith(kept)) await rm(path.join(KEPT, name), { recursive: true, force: true })
  return () => rm(process.env.MARQUEE_TOURS!, { recursive: true, force: true })
}
