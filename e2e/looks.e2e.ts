import { test as bare } from '@playwright/test'
import { expect, openScreen, signIn, signOut, test } from './fixtures.ts'
import { expectGoodLooks, TWO_LOOKS } from './looks.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`

bare('a look refuses what is too wide for a phone and what axe finds, and ends at a desk', async ({ page: screen }) => {
  const size = screen.viewportSize()
  // What is too wide is given three seconds to go: here they go by ten times as fast.
  await screen.evaluate(() => {
    const now = Date.now
    Date.now = () => 10 * now()
  })
  await screen.setContent(page('<p style="width: 380px">Narrow</p>'))
  await expectGoodLooks(screen, TWO_LOOKS)
  expect(screen.viewportSize()).toEqual(size)
  for (const [body, text] of [
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
    await expect(expectGoodLooks(screen, TWO_LOOKS)).rejects.toThrow(text)
  }
})

test('a tour is signed in as whom it says, also where a tour before has ended the session', async ({
  page: screen,
}) => {
  const isThere = () => expect(screen.getByRole('button', { name: /Adaeze Okafor/ })).toBeVisible()
  await signIn(screen)
  await openScreen(screen, '/dashboard/categories')
  await isThere()
  await signOut(screen)
  await signIn(screen)
  await openScreen(screen, '/dashboard/categories')
  await isThere()
})
