import { test as bare } from '@playwright/test'
import { expect, expectGoodOnPhone, expectNoViolations, signIn, test } from './fixtures.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`

bare.describe('the look at the last screen of a tour', () => {
  for (const [fault, body, words] of [
    ['a page wider than a phone', '<p style="width: 500px">Wide</p>', /html: 5\d\d > 390/],
    ['a clipped one', '<style>html { overflow-x: clip }</style><p style="width: 500px">Wide</p>', /html: 5\d\d > 390/],
    [
      'a dialog wider than itself',
      '<div role="dialog" aria-label="Wide" style="width: 300px; overflow: auto"><p style="width: 350px">Wide</p></div>',
      /div: 350 > 300/,
    ],
    ['what axe finds', '<input>', /label: Form elements must have labels/],
  ] as const)
    bare(`refuses ${fault}`, async ({ page: screen }) => {
      await screen.setContent(page(body))
      await expect(expectGoodOnPhone(screen)).rejects.toThrow(words)
    })
})

bare(
  'an open dialog is looked at at the width of a phone too, and the tour goes on at its own',
  async ({ page: screen }) => {
    const size = screen.viewportSize()
    await screen.setContent(page('<p style="width: 500px">Wide</p>'))
    await expectNoViolations(screen)
    const wide = (px: number) => `<div role="dialog" aria-label="One" style="position: fixed; width: ${px}px">One</div>`
    await screen.setContent(page(wide(300)))
    await expectNoViolations(screen)
    expect(screen.viewportSize()).toEqual(size)
    await screen.setContent(page(`${wide(300)}<p style="width: 500px">Wide</p>`))
    await expect(expectNoViolations(screen)).rejects.toThrow(/html: 5\d\d > 390/)
  },
)

test('a tour is signed in as whom it says, and with a session of its own', async ({
  page: screen,
  browser,
  baseURL,
}) => {
  await signIn(screen)
  await screen.goto('/')
  await expect(screen.getByRole('button', { name: /Adaeze Okafor/ })).toBeVisible()
  const other = await browser.newPage({ baseURL: baseURL! })
  await signIn(other)
  await other.goto('/sign-out')
  await expect(other.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await screen.reload()
  await expect(screen.getByRole('button', { name: /Adaeze Okafor/ })).toBeVisible()
})
