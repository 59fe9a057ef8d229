import { generateSync } from 'otplib'
import type { Page } from '@playwright/test'
import { expect, openScreen, signInByForm, signOut, test as base, type Who } from '../../../../e2e/fixtures.ts'
import { costlyStep, dialog } from '../../../../e2e/helpers.ts'
import { addDevice } from '../../../../e2e/passkeys.ts'
import { confirmedLongAgo } from '../../../../e2e/reauthentication.ts'

// Browsers keep passkeys for names, not for numbers.
const test = base.extend({
  baseURL: async ({ server }, use) => use(server.address.replace('127.0.0.1', 'localhost')),
})
test.use({ settings: { SECOND_FACTOR_FROM: '2026-01-01' } })

const card = (page: Page, name: string) => page.getByRole('region', { name })
const security = async (page: Page) => {
  await openScreen(page, '/dashboard/account?tab=security')
  await expect(card(page, 'Passkeys')).toBeVisible()
}
const typePassword = async (page: Page, who: Who) => {
  await page.getByLabel('Email Address').fill(`${who}@marquee.example`)
  await page.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
const isIn = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible()

test('who needs a second factor is led to it; a passkey, an app and recovery codes sign in and confirm a costly step', async ({
  page,
  server,
}) => {
  await addDevice(page)
  await signInByForm(page)
  // The screen itself: until its code is here the sign-in may stand, with a heading of its own that goes.
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  await expect(page.getByText('Set up two-factor authentication first')).toBeVisible()
  await openScreen(page, '/dashboard/movies')
  await expect(page).toHaveURL(/account\?tab=security/)

  await card(page, 'Passkeys').getByRole('button', { name: 'Add passkey' }).click()
  const adding = dialog(page, 'Add passkey')
  await expect(adding.getByLabel('Name')).toHaveValue(/ on /)
  await adding.getByLabel('Name').fill('Front desk')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Passkeys')).toContainText('Front desk')

  await test.step('a costly step is confirmed with it', async () => {
    await confirmedLongAgo(server)
    const making = await costlyStep(page)
    await making.getByRole('button', { name: 'Create role' }).click()
    await dialog(page, 'Confirm it’s you').getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('table').getByText('Night shift')).toBeVisible()
  })

  await test.step('it signs in alone, and beside the password', async () => {
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await isIn(page)
    await signOut(page)
    await typePassword(page, 'superadmin')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await isIn(page)
  })

  await security(page)
  await card(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click()
  const setting = dialog(page, 'Set up an authenticator app')
  await expect(setting.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const secret = (await setting.getByLabel('Key', { exact: true }).innerText()).replaceAll(' ', '')
  // Each code is good once, so signing in takes the next one, half a minute early. A code of the past is never typed: the
  // half minute may end on its way.
  const codeIn = (seconds: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })
  await setting.getByLabel('Code').fill(codeIn(0))
  await page.keyboard.press('Enter')

  await card(page, 'Recovery codes').getByRole('button', { name: 'Create codes' }).click()
  const codes = dialog(page, 'Your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recovery] = await codes.getByRole('listitem').allInnerTexts()
  const saved = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(card(page, 'Recovery codes')).toContainText('10 of 10 left')

  await card(page, 'Passkeys').getByRole('button', { name: 'Remove Front desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(card(page, 'Passkeys')).not.toContainText('Front desk')

  await signOut(page)
  await typePassword(page, 'superadmin')
  await page.getByLabel('Code').fill(codeIn(30))
  await page.keyboard.press('Enter')
  await isIn(page)

  await signOut(page)
  await typePassword(page, 'superadmin')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery!)
  await page.keyboard.press('Enter')
  await isIn(page)
})
