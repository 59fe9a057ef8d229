import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** A test that starts the server or opens a database runs on PostgreSQL; any other runs without one. */
const everyTest = globSync(['src/**/*.test.{ts,tsx}', 'demo/**/*.test.ts', 'fuzz/**/*.test.ts']).sort()
const needsDatabase = (file: string) =>
  /\b(testServer|testDatabase|openTestDatabase|testMachines)\b/.test(readFileSync(file, 'utf8'))
const onDatabase = everyTest.filter(needsDatabase)
/** What puts something else in the place of a module or a global must have them to itself. */
const mocks = (file: string) => /\bvi\.(mock|stub)/.test(readFileSync(file, 'utf8'))

/** The embedded database alone: there is nothing in it for the other one. */
const ofEmbedded = 'src/server/db/embedded.test.ts'

const withoutDatabase = everyTest.filter((file) => !needsDatabase(file) && file !== ofEmbedded)

/**
 * What differs on the embedded database, and each call once, runs on it too; everything does in a thorough run
 * (docs/adr/0011-tests-on-two-databases.md).
 */
const alsoOnEmbedded = [
  'src/app/start.test.ts',
  'src/features/operations/connections/server/connections.test.ts',
  'src/server/db/database.test.ts',
  'src/server/db/listen.test.ts',
  'src/server/db/batches.test.ts',
  'src/server/db/rights.test.ts',
  'src/server/db/scoped.test.ts',
  'src/server/db/search.test.ts',
  'src/server/db/tables.test.ts',
  'src/server/http/sweep.test.ts',
  'src/server/jobs/jobs.test.ts',
  'src/server/jobs/together.test.ts',
]

const everywhere = {
  // A machine that does much else at the same time must not fail a test.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A worker imports what files share once, not once a file: the product keeps nothing in its modules.
  isolate: false,
}

/**
 * Of the process and, by inheritance, of its embedded databases: none lives long enough to gain from optimised
 * WebAssembly what optimising it costs.
 */
const shortLived = { execArgv: ['--liftoff-only'] }

export default defineConfig({
  test: {
    // Many tests wait for another process or a clock.
    maxWorkers: 3,
    expect: { poll: { timeout: 240_000 } },
    tags: [{ name: 'nightly', description: 'kills, restores, or waits for long: npm run test:all' }],
    projects: [
      {
        test: { ...everywhere, name: 'unit', include: withoutDatabase.filter((file) => !mocks(file)) },
      },
      {
        test: { ...everywhere, isolate: true, name: 'unit-mocked', include: withoutDatabase.filter(mocks) },
      },
      {
        test: {
          ...everywhere,
          ...shortLived,
          name: 'embedded',
          include: [...(process.env.THOROUGH === undefined ? alsoOnEmbedded : onDatabase), ofEmbedded],
          globalSetup: 'src/server/test/setup-embedded.ts',
        },
      },
      {
        test: {
          ...everywhere,
          name: 'postgres',
          include: onDatabase,
          globalSetup: 'src/server/test/setup-postgres.ts',
        },
      },
    ],
  },
})
