import { test as bare } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { expectGoodLooks, TWO_LOOKS } from './looks.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`

bare('a look refuses what is too wide for a phone and what axe finds, and ends at a desk', async ({ page: screen }) => {
  const size = screen.viewportSize()
  await screen.setContent(page('<p style="width: 380px">Narrow</p>'))
  await expectGoodLooks(screen, TWO_LOOKS)
  expect(screen.viewportSize()).toEqual(size)
  for (const [body, words] of [
    ['<p style="width: 500px">Wide</p>', /html: 5\d\d > 390/],
    ['<style>html { overflow-x: clip }</style><p style="width: 500px">Wide</p>', /html: 5\d\d > 390/],
    [
      '<div role="dialog" aria-label="Wide" style="width: 300px; overflow: auto"><p style="width: 350px">Wide</p></div>',
      /div: 350 > 300/,
    ],
    ['<input>', /label: Form elements must have labels/],
    ['<style>[data-mantine-color-scheme=light] p { color: #ccc }</style><p>Pale</p>', /color-contrast/],
  ] as const) {
    await screen.setContent(page(body))
    await expect(expectGoodLooks(screen, TWO_LOOKS)).rejects.toThrow(words)
  }
})

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
