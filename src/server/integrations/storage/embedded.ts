import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { API_BASE } from '#contract/base.ts'
import type { Env } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { storeFault, type StorageAction } from './faults.ts'
import { checkStoredName, isStoredName } from './names.ts'
import type { ObjectStorage } from './port.ts'

/** Prefix of names that cannot be stored or read, a test trigger (`env.hasSentinels`). */
const STORAGE_FAULT = 'fault-'

/** Returns the prefix of a stored name; an upload named storage-fault.png triggers a storage error. */
export const storedPrefix = ({ hasSentinels }: Pick<Env, 'hasSentinels'>, calledBySender: string): string =>
  hasSentinels && /(^|\/)storage-fault\.\w+$/.test(calledBySender) ? STORAGE_FAULT : ''

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mkv': 'video/matroska',
  '.avi': 'video/vnd.avi',
}

/** Returns the content type for the extension of a name. */
export const typeOf = (name: string) => TYPES[path.extname(name)] ?? 'application/octet-stream'

/** Age at which the remains of an upload interrupted by a crash are deleted. */
const LEFTOVER_MS = 60 * 60 * 1000

/** Stores files in the data folder, under `files/`; the server sends them itself. */
export function embeddedStorage(env: Pick<Env, 'dataDir' | 'publicUrl' | 'hasSentinels'>): ObjectStorage {
  const root = path.join(env.dataDir, 'files')
  // One folder for unfinished files on the same file system, so that one rename puts a file in place.
  const incoming = path.join(root, '.incoming')
  const isToFail = (name: string) => env.hasSentinels && name.startsWith(STORAGE_FAULT)
  let ready: Promise<void> | undefined

  const prepare = async () => {
    await mkdir(incoming, { recursive: true })
    for (const name of await readdir(incoming)) {
      const file = path.join(incoming, name)
      const found = await stat(file).catch(() => undefined)
      if (found && found.mtimeMs < Date.now() - LEFTOVER_MS) await rm(file, { force: true })
    }
  }
  /** Prepares the folder once per start, or with the next file after a failure. */
  const prepared = () => (ready ??= prepare().catch((error) => ((ready = undefined), Promise.reject(error))))

  return {
    kind: 'embedded',

    async put(name, body) {
      const place = placeOf(root, name)
      const source: Readable | Buffer[] = Buffer.isBuffer(body) ? [body] : body
      const temporary = path.join(incoming, randomUUID())
      // Otherwise a stream that fails before it is read would crash the process.
      if (!Array.isArray(source)) source.on('error', () => {})
      try {
        await disk('store', prepared)
        if (isToFail(name)) throw storeFault('store')
        if (await exists(place)) return
        const file = await disk('store', () => open(temporary, 'wx'))
        try {
          // An error of the source stays unchanged; only errors of the disk are ours.
          for await (const chunk of source) await disk('store', () => file.writeFile(chunk))
          await disk('store', () => file.sync())
        } finally {
          await file.close()
        }
        await disk('store', async () => {
          await mkdir(path.dirname(place), { recursive: true })
          await rename(temporary, place)
          await syncFolder(path.dirname(place))
        })
      } finally {
        await rm(temporary, { force: true }).catch(() => {})
        if (!Array.isArray(source)) source.destroy()
      }
    },

    async get(name, part) {
      if (!isStoredName(name)) return
      if (isToFail(name)) throw storeFault('read')
      const file = await disk('read', () => open(placeOf(root, name)).catch(absent))
      if (!file) return
      const { size } = await file.stat()
      const slice = part?.(size)
      return {
        body: file.createReadStream(slice),
        bytes: size,
        type: typeOf(name),
        ...(slice && { slice }),
      }
    },

    remove: async (name) => {
      if (isStoredName(name)) await disk('remove', () => rm(placeOf(root, name), { force: true }))
    },

    async *list() {
      const folders = await disk('read', async () => (await readdir(root).catch(absent)) ?? [])
      for (const folder of folders.filter((found) => /^[0-9a-f]{2}$/.test(found)))
        for (const name of (await disk('read', () => readdir(path.join(root, folder)))).filter(isStoredName)) {
          const found = await disk('read', () => stat(path.join(root, folder, name)).catch(absent))
          if (found) yield { name, bytes: found.size }
        }
    },

    url: (name) => `${env.publicUrl ?? ''}${API_BASE}/files/${name}`,

    async test() {
      await disk('store', prepared)
      const { bavail, bsize } = await disk('read', () => statfs(root))
      return `Stores files in the data folder, ${Math.floor((bavail * bsize) / 1e9)} GB free`
    },
  }
}

/** Returns the path of a file, in one of 256 folders by the hash of the name, because names often begin alike. */
const placeOf = (root: string, name: string) => {
  checkStoredName(name)
  return path.join(root, createHash('sha256').update(name).digest('hex').slice(0, 2), name)
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Runs an action on the disk; an error becomes 503. */
async function disk<T>(action: StorageAction, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof IntegrationError ? error : storeFault(action, { isFull: isFull(error), cause: error })
  }
}

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}
const exists = (file: string) => disk('store', async () => Boolean(await stat(file).catch(absent)))

/** Makes a new name survive a power cut. Some systems cannot sync a folder. */
async function syncFolder(folder: string) {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
