import { expect, openScreen, settled, signIn, test as base } from '../../../../e2e/fixtures.ts'
import { costlyStep, dialog } from '../../../../e2e/helpers.ts'
import { confirmedLongAgo } from '../../../../e2e/reauthentication.ts'
import { CLIENT, startProvider, type TestProvider } from '#features/access/single-sign-on/server/test/provider.ts'

const ID = 'directory'
const OTHER = 'other'
let office = ''

const test = base.extend<object, { provider: TestProvider; other: TestProvider }>({
  // As long as the server, which is set to them.
  provider: [startedFor(ID), { scope: 'worker' }],
  other: [startedFor(OTHER), { scope: 'worker' }],
  settings: async ({ provider, other }, use) => {
    const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret }
    await use({
      OIDC_PROVIDERS: JSON.stringify([
        { ...client, id: ID, name: 'Chain Directory', issuer: provider.issuer },
        { ...client, id: OTHER, name: 'Mail Account', issuer: other.issuer },
      ]),
    })
  },
})

function startedFor(id: string) {
  return async ({}, use: (provider: TestProvider) => Promise<void>) => {
    const provider = await startProvider(() => [`${office}/sso/${id}`])
    await use(provider)
    await provider.stop()
  }
}

// ASVS: 7.6.2
test('single sign-on: to the screen that was asked for, or back with the reason; it confirms a costly step, and logs out', async ({
  page,
  provider,
  server,
  baseURL,
}) => {
  office = baseURL!
  const goOn = page.getByRole('button', { name: 'Continue with Chain Directory' })
  provider.becomes({ sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true })
  await openScreen(page, '/dashboard/movies')
  await goOn.click()
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(page.getByText('No account here is linked to your Chain Directory account')).toBeVisible()
  // What the provider sent is nowhere in the address any more.
  await expect(page).toHaveURL(/\/sso\/directory$/)

  await page.getByRole('link', { name: 'Back to Login' }).click()
  // The provider knows them no more, and asks again.
  await page.context().clearCookies()
  provider.becomes({ sub: 'root', email: 'superadmin@marquee.example', email_verified: true })
  await goOn.click()
  await expect(page).toHaveURL(/\/dashboard\/movies/)

  await confirmedLongAgo(server)
  const making = await costlyStep(page)
  await making.getByRole('button', { name: 'Create role' }).click()
  const confirmation = dialog(page, 'Confirm it’s you')
  await confirmation.getByRole('button', { name: 'Continue with Chain Directory' }).click()
  await expect(page.getByRole('table').getByText('Night shift')).toBeVisible()
  await settled(page)
  await page.getByRole('button', { name: /: account and theme$/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(goOn).toBeVisible()
  await openScreen(page, '/dashboard/admin-roles')
  await expect(goOn).toBeVisible()
})

test('another provider is linked in My account, and one comes back there', async ({ page, other, baseURL }) => {
  office = baseURL!
  other.becomes({ sub: 'root of mail', email: 'root@mail.example', email_verified: true })
  await signIn(page)
  await openScreen(page, '/dashboard/account?tab=security')
  const its = page.getByRole('list', { name: 'Sign-in providers' }).getByRole('listitem').filter({ hasText: 'Mail' })
  await its.getByRole('button', { name: 'Link Mail Account' }).click()
  await expect(its.getByText('Linked: you can sign in there')).toBeVisible()
  await expect(page).toHaveURL(/account\?tab=security$/)
})
