import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { TestOptions } from '../src/server/env.ts'

export const root = path.resolve(import.meta.dirname, '..')
const START_MS = 300_000

export type RunningServer = {
  /** `http://127.0.0.1:<port>` */
  address: string
  /** Where its files are, and its database where that is the embedded one. */
  dataDir: string
  databaseUrl?: string
  /** Everything that it has printed. */
  log: () => string
  /** Waits until it has printed a line like this. */
  prints: (line: RegExp) => Promise<string>
  stop: () => Promise<void>
  /** At once, as a fault or the machine's end would. */
  kill: () => Promise<void>
}

/** One that lives for a file of tours gains less from optimised WebAssembly than optimising it costs. */
export const QUICK_FLAGS = ['--liftoff-only']

/** Builds what is wanted of the product where it is not built; the processes of one run do it once. */
export function build(part: 'web' | 'server') {
  const done = `MARQUEE_BUILT_${part.toUpperCase()}`
  if (process.env[done]) return
  const built = spawnSync(process.execPath, ['scripts/build.mjs', part], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error(`Marquee does not build: ${part}`)
  process.env[done] = 'yes'
}

export type Addresses = TestOptions['addresses']

/**
 * The server as `npm start` runs it, on a free port and in a data folder of its own, with the demo chain. With addresses
 * of vendors, which are no settings, it runs from its sources (vendors-server.ts).
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  { flags = [], addresses }: { flags?: readonly string[]; addresses?: Addresses } = {},
): Promise<RunningServer> {
  build('server')
  const program = addresses ? ['e2e/vendors-server.ts', JSON.stringify(addresses)] : ['dist/server/main.js']
  const child = spawn(process.execPath, [...flags, ...program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...surroundings(), PORT: '0', LOG_LEVEL: 'warn', DEMO: 'on', DATA_DIR: dataDir, ...settings },
  })
  const killNow = () => child.kill('SIGKILL')
  process.once('exit', killNow)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => void (printed += data))
  const endBy = async (signal: NodeJS.Signals) => {
    process.off('exit', killNow)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  const stop = () => endBy('SIGTERM')
  const kill = () => endBy('SIGKILL')
  try {
    const address = await printedLine(child, /(?<=Marquee is at )http[^\s"]+/, () => printed)
    return {
      address,
      dataDir,
      databaseUrl: settings.DATABASE_URL,
      log: () => printed,
      prints: (line) => printedLine(child, line, () => printed),
      stop,
      kill,
    }
  } catch (error) {
    killNow()
    throw error
  }
}

/** Only what every program needs: a setting of the person at the keyboard is not meant for the tests. */
const surroundings = () => ({
  ...Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG'].map((name) => [name, process.env[name]])),
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
})

const printedLine = (child: ChildProcess, line: RegExp, printed: () => string) =>
  new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}\n${printed()}`))
    const timer = setTimeout(() => fail(`did not start within ${START_MS / 1000} s`), START_MS)
    child.once('error', reject)
    child.once('exit', () => fail('ended before it was ready'))
    const look = () => {
      const found = line.exec(printed())?.[0]
      if (!found) return
      clearTimeout(timer)
      child.stdout!.off('data', look)
      resolve(found)
    }
    child.stdout!.on('data', look)
    look()
  })
