import { expect, expectNoViolations, test as base } from '../../../e2e/fixtures.ts'
import { CLIENT, startProvider, type TestProvider } from '../single-sign-on/server/test/provider.ts'

const ID = 'directory'
let office = ''

const test = base.extend<{ provider: TestProvider }>({
  provider: async ({}, use) => {
    const provider = await startProvider(() => [`${office}/sso/${ID}`])
    await use(provider)
    await provider.stop()
  },
  settings: async ({ provider }, use) =>
    use({
      OIDC_PROVIDERS: JSON.stringify([
        { id: ID, name: 'Chain Directory', issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
      ]),
    }),
})

test('single sign-on: to the screen that was asked for, or back with the reason @both', async ({
  page,
  provider,
  baseURL,
}) => {
  office = baseURL!
  provider.becomes({ sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true })
  await page.goto('/dashboard/movies')
  await expect(page.getByRole('button', { name: 'Continue with Chain Directory' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Continue with Chain Directory' }).click()
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(page.getByText('Nobody here has your account of Chain Directory')).toBeVisible()
  // What the provider sent is nowhere in the address any more.
  await expect(page).toHaveURL(/\/sso\/directory$/)
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Back to Login' }).click()
  // The provider knows them no more, and asks again.
  await page.context().clearCookies()
  provider.becomes({ sub: 'ada', email: 'admin@marquee.example', email_verified: true })
  await page.getByRole('button', { name: 'Continue with Chain Directory' }).click()
  await expect(page).toHaveURL(/\/dashboard\/movies/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
