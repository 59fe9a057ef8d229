import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** A test that starts the server or opens a database runs on PostgreSQL; any other runs without one. */
const everyTest = globSync(['src/**/*.test.{ts,tsx}', 'fuzz/**/*.test.ts']).sort()
const needsDatabase = (file: string) =>
  /\b(testServer|testDatabase|openTestDatabase|testMachines)\b/.test(readFileSync(file, 'utf8'))
const onDatabase = everyTest.filter(needsDatabase)

/** Of the embedded database itself: there is nothing in it for the other one. */
const ofEmbedded = 'src/server/db/embedded.test.ts'

/** Of the platform, what asks who may do what and how other systems are spoken to: no database has a say in it. */
const ofNoDatabase = /^src\/server\/(attacks|integrations)\/|\/reach\.test\.ts$/

/** What may differ on the embedded database runs on it too, or everything (docs/adr/0011-tests-on-two-databases.md). */
const mayDiffer = (file: string) =>
  process.env.EVERY_TEST_ON_EMBEDDED !== undefined ||
  (file.startsWith('src/server/') && !ofNoDatabase.test(file)) ||
  /^src\/features\/(analytics\/server\/rollups|connections)\/|(chaos|crash|parallel)\.test\.ts$/.test(file)

/** A machine that does much else at the same time must not fail a test. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

const onEither = {
  ...patience,
  // A file costs the import of the whole server once a worker, not once a file: the server keeps nothing in its modules.
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
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: everyTest.filter((file) => !needsDatabase(file) && file !== ofEmbedded),
        },
      },
      {
        test: {
          ...onEither,
          ...shortLived,
          name: 'embedded',
          include: [...onDatabase.filter(mayDiffer), ofEmbedded],
          globalSetup: 'src/server/test/setup-embedded.ts',
        },
      },
      {
        test: { ...onEither, name: 'postgres', include: onDatabase, globalSetup: 'src/server/test/setup-postgres.ts' },
      },
    ],
  },
})
