import { defineConfig } from '@playwright/test'
import { findBrowser, flags } from './e2e/browser.ts'
import { DESK } from './e2e/sizes.ts'

const { executablePath, env, from } = await findBrowser()
if (!process.env.TEST_WORKER_INDEX) console.log(`Chromium of the tours: ${from} (${executablePath})`)

export default defineConfig({
  testMatch: ['src/features/*/*/*.e2e.ts', 'e2e/**/*.e2e.ts'],
  globalSetup: './e2e/demo.ts',
  outputDir: 'test-results',
  // A tour waits for its page a quarter of the time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A machine that does much else at the same time must not fail a tour.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(process.env.TOURS_REPORT ? [['json', { outputFile: process.env.TOURS_REPORT }] as const] : []),
  ],
  use: {
    // No page lives long enough to gain from optimised code what optimising it costs.
    launchOptions: { executablePath, env, args: [...flags, '--js-flags=--no-opt --no-maglev'] },
    // What a worker fetches no tour sees; the worker's own lets it in.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: DESK,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // A trace would cost every tour time; a failure shows the screen, what is on it, and the server's log.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
