import { defineConfig } from '@playwright/test'
import { findBrowser, flags } from './e2e/browser.ts'

const { executablePath, env, from } = await findBrowser()
if (!process.env.TEST_WORKER_INDEX) console.log(`Chromium of the tours: ${from} (${executablePath})`)

export default defineConfig({
  testMatch: ['src/features/*/*.e2e.ts', 'e2e/**/*.e2e.ts'],
  globalSetup: './e2e/demo.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ...(process.env.TOURS_REPORT ? [['json', { outputFile: process.env.TOURS_REPORT }] as const] : []),
  ],
  use: {
    launchOptions: { executablePath, env, args: flags },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
