/**
 * `npm run audit` asks npm's registry which packages have known weaknesses, and says those of what is shipped: what is
 * installed where the server runs, and what is bundled into dist/. `npm audit --omit=dev` knows only the first. Exit code
 * 1: one of them is high or critical.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buildIfNeeded } from './build.mjs'
import { ensureInstalled, inRoot, npm, stop } from './node.mjs'

const GRAVE = ['high', 'critical']

/** `name@version` of each package in a bundle, as the bundler names them beside it. */
export const bundledIn = (licenses) =>
  [...licenses.matchAll(/^## (\S+) - (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`)

/**
 * Of npm's report the packages that are shipped, each with its worst weakness and where it is.
 * @param packages those of package-lock.json, by their folders
 * @param bundled as `bundledIn` names them
 */
export function shippedAmong({ vulnerabilities }, packages, bundled) {
  const isShipped = (name, folder) =>
    (packages[folder] && !packages[folder].dev) || bundled.includes(`${name}@${packages[folder]?.version}`)
  return Object.values(vulnerabilities).flatMap(({ name, severity, via, nodes }) => {
    const folders = nodes.filter((folder) => isShipped(name, folder))
    // What only depends on one is named by that one.
    const reasons = via.filter((one) => typeof one === 'object').map(({ title, url }) => `${title} (${url})`)
    return folders.length ? [{ name, severity, folders, reasons }] : []
  })
}

function reported() {
  const [command, ...args] = npm()
  const { stdout, stderr } = spawnSync(command, [...args, 'audit', '--json'], {
    cwd: inRoot(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = stdout && JSON.parse(stdout)
  // What nobody answered is not free of weaknesses.
  if (!report?.vulnerabilities) stop(`npm audit failed: ${report?.message ?? report?.error?.summary ?? stderr}`)
  return report
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled()
  await buildIfNeeded()
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const bundled = ['web', 'server'].flatMap((part) =>
    bundledIn(readFileSync(inRoot('dist', part, 'licenses.md'), 'utf8')),
  )
  const found = shippedAmong(reported(), packages, bundled)
  for (const { name, severity, folders, reasons } of found)
    console.log(`  ${severity}: ${name} (${folders.join(', ')}) ${reasons.join('; ')}`.trimEnd())
  if (!found.length) console.log('  No known vulnerabilities in shipped packages')
  process.exitCode = found.some(({ severity }) => GRAVE.includes(severity)) ? 1 : 0
}
