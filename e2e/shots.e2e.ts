import { signIn, test } from './fixtures.ts'
import type { Page } from '@playwright/test'
const OUT = '/work/shots/polish'
const LISTS: [string, string][] = (process.env.SHOTS_LISTS ?? '').split(',').filter(Boolean).map((p) => [p.replaceAll(/[/?=&:]/g, '_'), p])
const WIDTHS = (process.env.SHOTS_WIDTHS ?? '390').split(',').map(Number)
const THEMES = (process.env.SHOTS_THEMES ?? 'dark').split(',')
const shot = async (page: Page, name: string) => { await page.waitForLoadState('networkidle'); await page.screenshot({ path: `${OUT}/${name}.png` }) }
test('lists', async ({ page }) => {
  await signIn(page, (process.env.SHOTS_WHO ?? 'superadmin') as never)
  for (const theme of THEMES) {
    await page.addInitScript((t) => localStorage.setItem('mantine-color-scheme-value', t), theme)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      for (const [name, path] of LISTS) {
        await page.goto(`/dashboard/${path}`)
        await shot(page, `${name}-${width}${theme === 'dark' ? '' : '-light'}`)
      }
    }
  }
})
