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
      // Long enough that the call which was confirmed goes through on a starved machine.
      STEP_UP_MINUTES: '0.25',
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

  // Some time later a costly step asks at the provider, in a window of its own.
  const isDue = () =>
    page.evaluate(async () => {
      const { jwt } = JSON.parse(localStorage.getItem('marquee:session')!) as { jwt: string }
      return (await fetch('/api/audit-log.csv', { headers: { authorization: `Bearer ${jwt}` } })).status
    })
  await expect.poll(isDue, { timeout: 60_000 }).toBe(403)
  await page.goto('/dashboard/audit-log')
  await page.getByRole('button', { name: 'Export' }).click()
  const asks = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectNoViolations(page)
  const [popup, file] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForEvent('download'),
    asks.getByRole('button', { name: 'Continue with Chain Directory' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^audit-log-/)
  await expect.poll(() => popup.isClosed()).toBe(true)

  await page.goto('/sign-out')
  await expect(page).toHaveURL((url) => url.origin === provider.issuer)
  await page.goto(office)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})
