/**
 * Import rules (docs/architecture.md): domains are ordered; a feature's root is pure, `server/` is Node, `web/` is browser.
 * Features use only public files of other features.
 *
 * The platform imports no feature; `app/` imports the features' entry points. The rules include imports of types.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DOMAINS, placeOf } from './test/domains.ts'

const root = path.resolve(import.meta.dirname, '../..')
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g

/** Patterns of paths from `src/`; `<own>` is the importer's feature. */
type Rule = { of: RegExp; permission: RegExp[]; packages: RegExp }

const CONTRACT = /^contract\//
const SERVER = /^server\//
const WEB = /^web\//
/** Contracts and rules, which all features can import. */
const PURE = /^features\/[^/]+\/[^/]+\/([a-z]+-)?(contract|rules)\.ts$/
/** Other root files of a feature, shared by its own client and server. */
const OWN_ROOT = /^features\/<own>\/[^/]+\.ts$/
const OF_ANOTHER_SERVER = /^features\/[^/]+\/[^/]+\/server\/public\.ts$/
const OF_ANOTHER_WEB = /^features\/[^/]+\/[^/]+\/web\/(paths\.ts|[^/]*(Picker|Record)\.tsx)$/
const anyPackage = /./
const notNode = /^(?!node:|pg$|drizzle-orm|fastify|@fastify)/

const rules: Rule[] = [
  { of: CONTRACT, permission: [CONTRACT], packages: /^zod\/mini$/ },
  { of: SERVER, permission: [CONTRACT, SERVER], packages: anyPackage },
  { of: WEB, permission: [CONTRACT, WEB], packages: notNode },
  { of: /^features\/[^/]+\/[^/]+\/[^/]+\.ts$/, permission: [CONTRACT, PURE], packages: /^zod\/mini$/ },
  {
    of: /^features\/[^/]+\/[^/]+\/server\//,
    permission: [CONTRACT, SERVER, PURE, OWN_ROOT, /^features\/<own>\/server\//, OF_ANOTHER_SERVER],
    packages: anyPackage,
  },
  {
    of: /^features\/[^/]+\/[^/]+\/web\//,
    permission: [CONTRACT, WEB, PURE, OWN_ROOT, /^features\/<own>\/web\//, OF_ANOTHER_WEB],
    packages: notNode,
  },
  {
    of: /^app\/web[/-]/,
    permission: [CONTRACT, WEB, /^app\/web[/-]/, /^features\/[^/]+\/[^/]+\/web\/(index\.tsx?|public\.ts)$/],
    packages: notNode,
  },
  {
    of: /^app\//,
    permission: [CONTRACT, SERVER, PURE, /^app\/[^/]+$/, /^features\/[^/]+\/[^/]+\/server\/(index|public)\.ts$/],
    packages: anyPackage,
  },
]

/** Tests and their helpers can import internals of their own side. */
const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)
const faceOf = (file: string) =>
  /(?:^|\/)(server|web)[/-]/.exec(file)?.[1] ?? (/^(app|demo)\//.test(file) ? 'server' : 'pure')

const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/').slice('src/'.length))
  .filter((file) => !file.endsWith('.e2e.ts'))

/** Resolves an import to a path from `src/` or a package. */
function target(file: string, imported: string): { file: string } | { package: string } {
  if (imported.startsWith('#')) return { file: imported.slice(1) }
  if (imported.startsWith('.')) return { file: path.posix.join(path.posix.dirname(file), imported) }
  return { package: imported }
}

function isImportAllowed(file: string, imported: string): boolean {
  const rule = rules.find(({ of }) => of.test(file))
  if (!rule) return false
  const to = target(file, imported)
  if ('package' in to) return isTest(file) || rule.packages.test(to.package)
  if (isTest(file) && (faceOf(to.file) === faceOf(file) || faceOf(to.file) === 'pure')) return true
  const own = Object.values(placeOf(file)).join('/')
  return rule.permission.some((pattern) => new RegExp(pattern.source.replace('<own>', own)).test(to.file))
}

it('knows every file', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !rules.some(({ of }) => of.test(file)))).toEqual([])
})

type Import = { file: string; line: number; imported: string }

const imports: Import[] = files.flatMap((file) =>
  readFileSync(path.join(root, 'src', file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(IMPORT)].map(([, imported]) => ({ file, line: index + 1, imported: imported! })),
    ),
)
const describe = ({ file, line, imported }: Import) => `src/${file}:${line} imports ${imported}`

it('allows only imports that the rules permit', () => {
  expect(imports.filter(({ file, imported }) => !isImportAllowed(file, imported)).map(describe)).toEqual([])
})

/** Maps each feature or domain to the imports from others, without tests. */
function between(all: readonly Import[], by: 'domain' | 'feature'): Map<string, Map<string, Import[]>> {
  const graph = new Map<string, Map<string, Import[]>>()
  for (const one of all) {
    const to = target(one.file, one.imported)
    const [from, other] = [one.file, 'file' in to ? to.file : ''].map((file) => placeOf(file)[by])
    if (!from || !other || from === other || isTest(one.file)) continue
    const others = graph.get(from) ?? new Map<string, Import[]>()
    graph.set(from, others.set(other, [...(others.get(other) ?? []), one]))
  }
  return graph
}

/** Finds the first import cycle and its imports; undefined if there is none. */
function circleIn(graph: ReturnType<typeof between>): string | undefined {
  const done = new Set<string>()
  const follow = (feature: string, way: string[]): string | undefined => {
    if (way.includes(feature)) {
      const circle = [...way.slice(way.indexOf(feature)), feature]
      const ties = circle.slice(1).map((to, at) => graph.get(circle[at]!)!.get(to)!.map(describe).join('\n    '))
      return `${circle.join(' -> ')}\n    ${ties.join('\n    ')}`
    }
    if (done.has(feature)) return
    for (const next of graph.get(feature)?.keys() ?? []) {
      const found = follow(next, [...way, feature])
      if (found) return found
    }
    done.add(feature)
  }
  return [...graph.keys()].map((feature) => follow(feature, [])).find((found) => found !== undefined)
}

it('has no import cycles between features', () => {
  expect(circleIn(between(imports, 'feature'))).toBeUndefined()
})

it('has no imports from a lower domain to a higher one', () => {
  expect([...new Set(files.flatMap((file) => placeOf(file).domain ?? []))].sort()).toEqual(DOMAINS.toSorted())
  const upwards = [...between(imports, 'domain')].flatMap(([from, others]) =>
    [...others].filter(([to]) => DOMAINS.indexOf(to) > DOMAINS.indexOf(from)).flatMap(([, ties]) => ties.map(describe)),
  )
  expect(upwards).toEqual([])
})

it('names the imports of a cycle', () => {
  const of = (from: string, to: string) => ({
    file: `features/x/${from}/rules.ts`,
    line: 1,
    imported: `#features/x/${to}/rules.ts`,
  })
  const open = [of('a', 'b'), of('b', 'c'), of('a', 'c')]
  expect(circleIn(between(open, 'feature'))).toBeUndefined()
  expect(circleIn(between([...open, of('c', 'b')], 'feature'))).toBe(
    'b -> c -> b\n    src/features/x/b/rules.ts:1 imports #features/x/c/rules.ts\n    src/features/x/c/rules.ts:1 imports #features/x/b/rules.ts',
  )
})

it.each([
  ['features/programming/movies/web/Film.tsx', '#features/programming/movies/server/store.ts', false],
  ['features/programming/movies/web/Film.tsx', '#features/programming/cinemas/web/CinemaPicker.tsx', true],
  ['features/programming/movies/web/Film.tsx', '../../cinemas/web/List.tsx', false],
  ['features/programming/movies/web/Film.tsx', 'node:fs', false],
  ['features/programming/movies/server/handlers.ts', '#features/messages/emails/server/public.ts', true],
  ['features/programming/movies/server/handlers.ts', '#features/messages/emails/server/tables.ts', false],
  ['features/programming/movies/rules.ts', '#server/clock.ts', false],
  ['features/programming/movies/contract.ts', 'zod', false],
  ['contract/time.ts', '../server/app.ts', false],
  ['app/start.ts', '#features/programming/movies/server/index.ts', true],
  ['server/app.ts', '#features/programming/movies/contract.ts', false],
  ['web/ui/Page.tsx', '#features/programming/movies/web/paths.ts', false],
  ['contract/atoms.ts', '../features/programming/movies/rules.ts', false],
  ['features/programming/movies/server/handlers.ts', '#app/start.ts', false],
])('decides for %s that importing %s is %s', (file, imported, permission) => {
  expect(isImportAllowed(file, imported)).toBe(permission)
})
