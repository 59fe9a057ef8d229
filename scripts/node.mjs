/**
 * What every script here begins with. A machine may have nothing but an older Node and npm, so this file is plain
 * JavaScript for Node 20.19, without dependencies; the application itself runs on the Node that the lockfile pins.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
export const inRoot = (...parts) => path.join(root, ...parts)

/** A sixth of what the packages bring, and nothing here reads it: Node's C headers, and the icons as files. */
const UNUSED = [`node-${process.platform}-${process.arch}/include`, '@tabler/icons/icons', '@tabler/icons/categories']

/** Installs the packages of package-lock.json where they are missing or others; says so, and ends the run if it fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  const since = Date.now()
  console.log('  Installing packages (npm ci), about a minute on a first run')
  install(root)
  for (const folder of UNUSED) rmSync(inRoot('node_modules', folder), { recursive: true, force: true })
  console.log(`  Installed in ${seconds(since)}`)
}

/** Installs the packages of a folder's package-lock.json; ends the run if it fails. */
export function install(folder) {
  const [command, ...args] = npm()
  const { status } = spawnSync(
    command,
    // What builds and what is for this platform comes too, whatever the machine's settings leave out. No package here
    // needs its install script.
    [
      ...args,
      'ci',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
    ],
    { cwd: folder, stdio: 'inherit' },
  )
  if (status !== 0) stop('npm ci failed, see above')
}

/** Whether npm's own record of what it installed agrees with the lockfile; packages of other platforms are not in it. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
    const there = JSON.parse(readFileSync(inRoot('node_modules/.package-lock.json'), 'utf8')).packages
    const same = (name) =>
      there[name]?.version === wanted[name].version && there[name].integrity === wanted[name].integrity
    return Object.keys(wanted).every((name) => name === '' || same(name) || (!there[name] && wanted[name].optional))
  } catch {
    return false
  }
}

/** The npm that started this script, else the one beside the running Node, else the one on the PATH. */
export function npm() {
  const npmPath = path.resolve(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const started = process.env.npm_execpath
  if (started && /\.c?js$/.test(started)) return [process.execPath, started]
  return existsSync(npmPath) ? [process.execPath, npmPath] : ['npm']
}

/** The major version of Node that package-lock.json pins. */
const MAJOR = 26

/** The Node to run the application with. */
function pinnedNode() {
  const pinned = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  stop(
    `Marquee needs Node ${MAJOR}, which npm installs on Linux only. This is Node ${process.versions.node} on ` +
      `${process.platform}: install Node ${MAJOR} and try again.`,
  )
}

/** The environment of everything that runs on that Node: its compiled code is kept, and its tools come from here. */
export const environment = (more = {}) => ({
  ...process.env,
  NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compile'),
  PATH: [path.dirname(pinnedNode()), inRoot('node_modules/.bin'), process.env.PATH].join(path.delimiter),
  ...more,
})

/**
 * Starts that Node on what `args` say, in the project's folder or another, on this terminal.
 * A signal that reaches this process reaches the child; this process ends when the child has.
 * @returns the started child and a promise of its exit code (128 + the signal's number when one ended it)
 */
export function start(args, { env = {}, stdio = 'inherit', cwd = root } = {}) {
  const child = spawn(pinnedNode(), args, { cwd, stdio, env: environment(env) })
  const forward = (signal) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const done = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
  return { child, done }
}

/** Runs it to its end. @returns its exit code */
export const run = (args, options) => start(args, options).done

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

export function stop(reason) {
  console.error(`  ${reason}`)
  process.exit(1)
}
