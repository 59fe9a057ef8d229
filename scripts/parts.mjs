/** What is built, and of what: so that it is built anew when that has changed, and only then. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './node.mjs'

/** Of each the folder in dist/ with the file that is there when it is, and what it is made of; the lockfile stands for the packages. */
export const parts = {
  web: {
    name: 'the web application',
    made: 'index.html',
    config: 'vite.config.ts',
    sources:
      /^(index\.html|vite\.config\.ts|package(-lock)?\.json|public\/|src\/(app\/web|web\/|contract\/)|src\/features\/[^/]+\/[^/]+\/([^/]+\.ts$|web\/))/,
  },
  server: {
    name: 'the server',
    made: 'main.js',
    config: 'vite.server.config.ts',
    sources:
      /^(vite\.server\.config\.ts|package(-lock)?\.json|demo\/|src\/(app\/(?!web)|contract\/|server\/)|src\/features\/[^/]+\/[^/]+\/([^/]+\.ts$|server\/))/,
  },
}

const NOT_BUILT = /^(demo|src)\/.*(\.((test|e2e|fixture)\.tsx?|sql|txt|bin)$|\/test\/)/

export const isSourceOf = ({ sources }, name) => sources.test(name) && !NOT_BUILT.test(name)

/** One line that changes with the name or the content of any source of a part. */
export function fingerprint(part, folder = root) {
  const hash = createHash('sha256')
  const siblings = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [
    ...siblings.map(({ name }) => path.join(folder, name)).sort(),
    ...['demo', 'public', 'src'].flatMap((name) => filesOf(path.join(folder, name))),
  ]
  for (const file of files) {
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (isSourceOf(part, name)) hash.update(`${name}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

export const filesOf = (folder) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
        .sort()
