/** PgBouncer in transaction mode, if it is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((program) => existsSync(program))
const PORT = 6432
const UNPRIVILEGED_UID = 65_534

export const hasPooler = PGBOUNCER !== undefined

export type Pooler = Awaited<ReturnType<typeof startPooler>>

/**
 * Starts it on a socket in its own folder.
 * @param databaseUrl the database behind it, whose host is a socket's folder
 */
export async function startPooler(databaseUrl: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-pooler-'))
  const settings = path.join(folder, 'pgbouncer.ini')
  const leadTo = async (url: string) => {
    const to = new URL(url)
    await writeFile(
      settings,
      `[databases]
* = host=${to.searchParams.get('host') ?? decodeURIComponent(to.hostname)} user=postgres
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
    )
  }
  await leadTo(databaseUrl)
  // PgBouncer does not run as root either.
  const who = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  if (who.uid) for (const at of [folder, settings]) await chown(at, who.uid, who.gid)
  const run = async () => {
    const child = spawn(PGBOUNCER!, [settings], { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (data: Buffer) => (log += data) && /process up/.test(log) && resolve())
      child.once('exit', () => reject(new Error(log)))
    })
    return child
  }
  let child = await run()
  const endBy = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const through = new URL(databaseUrl)
  through.hostname = 'localhost'
  through.port = String(PORT)
  through.searchParams.set('host', folder)
  return {
    url: through.href,
    /** Connects to another database from now on. */
    leadTo: async (url: string) => {
      await leadTo(url)
      child.kill('SIGHUP')
    },
    kill: () => endBy('SIGKILL'),
    start: async () => {
      // The socket of a killed process.
      await rm(path.join(folder, `.s.PGSQL.${PORT}`), { force: true })
      child = await run()
    },
    stop: async () => {
      await endBy('SIGINT')
      await rm(folder, { recursive: true })
    },
  }
}
