import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { dataOf, initialise, installFirst, own, prove, serve, type Installed } from '#server/test/postgres.ts'
import { temporaryFolder } from '#server/test/temporary.ts'
import { today } from './day.ts'
import { build, root, startServer } from './server.ts'

const CACHE = path.join(root, 'node_modules/.cache/tours')
const LOCK = 7_316_100

/** Where a run's servers have their folders, and its PostgreSQL: set for the processes that it starts. */
const folder = () => process.env.MARQUEE_TOURS!
const urlOf = (database: string) =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(process.env.MARQUEE_TOURS_POSTGRES!)}`
/** Of a day: its trade is reported from the day of loading, so that a run over midnight needs another chain. */
const templateOf = (day: string) => `demo_${day.replaceAll('-', '_')}`
const filesOf = (day: string) => path.join(folder(), `files-${day}`)

async function administer(work: (query: (text: string) => Promise<unknown[]>) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

/** Loads the demo chain of a day into a database of its own that servers get copies of, where no other process has. */
const loadDay = (day: string) =>
  administer(async (query) => {
    await query(`select pg_advisory_lock(${LOCK})`)
    const template = templateOf(day)
    if ((await query(`select 1 from pg_database where datname = '${template}'`)).length) return
    await query(`create database ${template}_loading`)
    const databaseUrl = urlOf(`${template}_loading`)
    const server = await startServer(filesOf(day), { DEMO_SIZE: 'small', DATABASE_URL: databaseUrl })
    await server.prints(/demo chain's payments are charged/)
    await server.prints(/demo chain's trade is loaded/)
    await server.stop()
    await query(`alter database ${template}_loading rename to ${template}`)
  })

/** A copy of today's demo chain that nobody else uses: its folder, the setting that leads to its database, and its end. */
export async function copyOfDemo(name: string) {
  const day = today()
  await loadDay(day)
  const dataDir = path.join(folder(), name)
  const database = `copy_${name.replaceAll('-', '_')}`
  const forget = async () => {
    await administer((query) => query(`drop database if exists ${database} with (force)`))
    rmSync(dataDir, { recursive: true, force: true })
  }
  await forget()
  cpSync(filesOf(day), dataDir, { recursive: true })
  await administer((query) => query(`create database ${database} template ${templateOf(day)} strategy file_copy`))
  return { dataDir, settings: { DATABASE_URL: urlOf(database) }, forget }
}

/** What the demo chain is made of: the server without the handlers of its calls, its migrations and its packages. */
function sources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['demo/**', 'src/{app,contract,server}/**', 'src/features/*/*/*.ts', 'src/features/*/*/server/**', 'migrations/*'],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/(\.(test|e2e|fixture)|handlers)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  for (const file of [...files, path.join(root, 'package-lock.json')].sort())
    hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Builds the product where it is not, and prepares. */
export default async function setup() {
  build('web')
  build('server')
  return prepare()
}

/**
 * Starts a PostgreSQL with today's demo chain.
 * @returns what stops it and takes away all copies
 */
export async function prepare(): Promise<() => Promise<void>> {
  const day = today()
  const saved = await keepDemo(day)
  const { postgres, end } = await openFolders()
  copy(path.join(saved, 'data'), dataOf(postgres.folder))
  own(dataOf(postgres.folder), postgres.options)
  copy(path.join(saved, 'files'), filesOf(day))
  const stop = await start(postgres)
  return async () => {
    await stop()
    await end()
  }
}

/**
 * Loads the demo chain of a day where it is not kept: it is until the day or the server's sources change.
 * @returns the folder that it is kept in
 */
export async function keepDemo(day = today()): Promise<string> {
  const folderOfDay = path.join(CACHE, `${day}-${sources()}`)
  if (existsSync(folderOfDay)) return folderOfDay
  const { postgres, end } = await openFolders()
  try {
    initialise(postgres)
    const stop = await start(postgres)
    await loadDay(day).finally(stop)
    await keep(folderOfDay, { data: dataOf(postgres.folder), files: filesOf(day) })
  } finally {
    await end()
  }
  return folderOfDay
}

/** Folders of its own for a PostgreSQL and the servers on it. */
async function openFolders() {
  process.env.MARQUEE_TOURS = await temporaryFolder('marquee-tours-')
  process.env.MARQUEE_TOURS_POSTGRES = await temporaryFolder('marquee-tours-postgres-')
  const postgres = { ...(await installFirst(process.env.MARQUEE_TOURS_POSTGRES)), keepsFolder: true as const }
  const temporary = [folder(), postgres.folder]
  const end = async () => {
    for (const one of temporary) await rm(one, { recursive: true, force: true })
  }
  return { postgres, end }
}

async function start(postgres: Installed) {
  const stop = await serve(postgres)
  await prove(urlOf('postgres'), path.join(postgres.folder, 'log'))
  return stop
}

/** Keeps folders in the place of those of another day or of other sources. */
async function keep(folder: string, folders: Record<string, string>) {
  await rm(CACHE, { recursive: true, force: true })
  const coming = `${folder}.${process.pid}`
  await mkdir(coming, { recursive: true })
  for (const [name, from] of Object.entries(folders)) copy(from, path.join(coming, name))
  // Another run may have been first; one is as good as the other.
  await rename(coming, folder).catch(() => rm(coming, { recursive: true, force: true }))
}

function copy(from: string, to: string) {
  const { status, stderr } = spawnSync('cp', ['-r', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The demo chain could not be copied: ${stderr}`)
}
