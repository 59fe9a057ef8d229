/**
 * What the product has said. A success message stays two seconds, which a busy machine can sleep through: so every message
 * is written down when it shows, and a tour reads what was said since it last read.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test'

const unread = new WeakMap<Page, string[]>()

/** Writes down the messages of all pages of a context that are opened from now on. */
export async function recordMessages(context: BrowserContext) {
  await context.exposeBinding('messageVisible', ({ page }, text: string) => {
    unread.set(page, [...(unread.get(page) ?? []), text])
  })
  await context.addInitScript(() => {
    const { messageVisible } = window as unknown as { messageVisible: (text: string) => void }
    const messages = new WeakMap<Element, string>()
    const look = () => {
      for (const message of document.querySelectorAll('[role=alert], [role=status]')) {
        const text = message.checkVisibility() ? (message.textContent ?? '').replaceAll(/\s+/g, ' ').trim() : ''
        if (text && messages.get(message) !== text) messageVisible(text)
        messages.set(message, text)
      }
    }
    // Once a frame, as a person does: to ask what is visible makes the browser lay the page out.
    let isDue = false
    const soon = () => {
      if (!isDue)
        requestAnimationFrame(() => {
          isDue = false
          look()
        })
      isDue = true
    }
    new MutationObserver(soon).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** The next message with this text shows, or has shown since the last that was expected; none before it is read again. */
export async function expectMessage(page: Page, text: string | RegExp) {
  const isIt = (message: string) =>
    typeof text === 'string' ? message.toLowerCase().includes(text.toLowerCase()) : text.test(message)
  const messages = () => unread.get(page) ?? []
  await expect.poll(() => messages().some(isIt) || messages(), { message: `says “${text}”` }).toBe(true)
  unread.set(page, messages().slice(messages().findIndex(isIt) + 1))
}
