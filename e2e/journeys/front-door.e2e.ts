import { expect, expectNoViolations, signIn, test } from '../fixtures.ts'

test('signs in, and stays signed in after a reload', async ({ page }) => {
  await signIn(page)
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeAttached()
  await expect(page.getByLabel('Email Address')).toHaveCount(0)
})

test('a wrong password is refused in words, and the address stays in its field', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email Address').fill('superadmin@marquee.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await expect(page.getByLabel('Email Address')).toHaveValue('superadmin@marquee.example')
})

test('the door has nothing that axe finds', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('no page breaks its own content security policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await signIn(page)
  await page.waitForLoadState('networkidle')
  expect(complaints).toEqual([])
})
