/**
 * Which file may import which (docs/architecture.md): a feature's root is pure, `server/` is Node, `web/` is browser, and
 * of another feature only its agreements are used. The platform below imports no feature, what puts the product together
 * above imports their faces. Types count as much as values: what is named is known.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g

/** Files, as patterns of their paths from `src/`; `<own>` stands for the importer's feature. */
type Rule = { of: RegExp; may: RegExp[]; packages: RegExp }

const CONTRACT = /^contract\//
const SERVER = /^server\//
const WEB = /^web\//
/** What features agree on. */
const PURE = /^features\/[^/]+\/([a-z]+-)?(contract|rules)\.ts$/
/** What a feature's own faces share beside its contract and rules. */
const OWN_ROOT = /^features\/<own>\/[^/]+\.ts$/
const OF_ANOTHER_SERVER = /^features\/[^/]+\/server\/(public|store)\.ts$/
const OF_ANOTHER_WEB = /^features\/[^/]+\/web\/(paths\.ts|[^/]*(Picker|Record)\.tsx)$/
const anyPackage = /./
const notNode = /^(?!node:|pg$|drizzle-orm|fastify|@fastify)/

const rules: Rule[] = [
  { of: CONTRACT, may: [CONTRACT], packages: /^zod\/mini$/ },
  { of: SERVER, may: [CONTRACT, SERVER], packages: anyPackage },
  { of: WEB, may: [CONTRACT, WEB], packages: notNode },
  { of: /^features\/[^/]+\/[^/]+\.ts$/, may: [CONTRACT, PURE], packages: /^zod\/mini$/ },
  {
    of: /^features\/[^/]+\/server\//,
    may: [CONTRACT, SERVER, PURE, OWN_ROOT, /^features\/<own>\/server\//, OF_ANOTHER_SERVER],
    packages: anyPackage,
  },
  {
    of: /^features\/[^/]+\/web\//,
    may: [CONTRACT, WEB, PURE, OWN_ROOT, /^features\/<own>\/web\//, OF_ANOTHER_WEB],
    packages: notNode,
  },
  {
    of: /^app\/web[/-]/,
    may: [CONTRACT, WEB, /^app\/web[/-]/, /^features\/[^/]+\/web\/index\.tsx?$/],
    packages: notNode,
  },
  {
    of: /^app\//,
    may: [CONTRACT, SERVER, PURE, /^app\/[^/]+$/, /^features\/[^/]+\/server\/index\.ts$/],
    packages: anyPackage,
  },
]

/** A test or the tests' own machinery looks behind the doors of its face. */
const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)
const faceOf = (file: string) =>
  /(?:^|\/)(server|web)[/-]/.exec(file)?.[1] ?? (/^app\/(?!api\.)/.test(file) ? 'server' : 'pure')

const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/').slice('src/'.length))
  .filter((file) => !file.endsWith('.e2e.ts'))

/** What an import names: a path from `src/`, or a package. */
function target(file: string, imported: string): { file: string } | { package: string } {
  if (imported.startsWith('#')) return { file: imported.slice(1) }
  if (imported.startsWith('.')) return { file: path.posix.join(path.posix.dirname(file), imported) }
  return { package: imported }
}

function mayImport(file: string, imported: string): boolean {
  const rule = rules.find(({ of }) => of.test(file))
  if (!rule) return false
  const to = target(file, imported)
  if ('package' in to) return isTest(file) || rule.packages.test(to.package)
  if (isTest(file) && (faceOf(to.file) === faceOf(file) || faceOf(to.file) === 'pure')) return true
  const own = /^features\/([^/]+)/.exec(file)?.[1] ?? ''
  return rule.may.some((pattern) => new RegExp(pattern.source.replace('<own>', own)).test(to.file))
}

it('knows every file', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !rules.some(({ of }) => of.test(file)))).toEqual([])
})

it('lets no file import what is not its own to know', () => {
  const offences = files.flatMap((file) =>
    readFileSync(path.join(root, 'src', file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(IMPORT)]
          .filter(([, imported]) => !mayImport(file, imported!))
          .map(([, imported]) => `src/${file}:${index + 1} imports ${imported}`),
      ),
  )
  expect(offences).toEqual([])
})

it.each([
  ['features/movies/web/Film.tsx', '#features/movies/server/store.ts', false],
  ['features/movies/web/Film.tsx', '#features/cinemas/web/CinemaPicker.tsx', true],
  ['features/movies/web/Film.tsx', '../../cinemas/web/List.tsx', false],
  ['features/movies/web/Film.tsx', 'node:fs', false],
  ['features/movies/server/handlers.ts', '#features/mail/server/store.ts', true],
  ['features/movies/server/handlers.ts', '#features/mail/server/tables.ts', false],
  ['features/movies/rules.ts', '#server/clock.ts', false],
  ['features/movies/contract.ts', 'zod', false],
  ['contract/time.ts', '../server/app.ts', false],
  ['app/start.ts', '#features/movies/server/index.ts', true],
  ['server/app.ts', '#features/movies/contract.ts', false],
  ['web/ui/Page.tsx', '#features/movies/web/paths.ts', false],
  ['contract/atoms.ts', '../features/movies/rules.ts', false],
  ['features/movies/server/handlers.ts', '#app/start.ts', false],
])('%s imports %s: %s', (file, imported, may) => {
  expect(mayImport(file, imported)).toBe(may)
})
