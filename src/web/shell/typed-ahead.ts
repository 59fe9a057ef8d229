/** Field for text typed between the press that opens the palette and the focus on its own field. */
let ahead: HTMLInputElement | undefined

/**
 * Sends typed text to an invisible field, because letters with marks need a field. The page below gets no keys.
 * @returns a function that stops this and restores the focus
 */
export function typeAhead(onEscape: () => void): () => void {
  const focused = document.activeElement
  ahead = document.createElement('input')
  ahead.ariaLabel = 'Search or jump to'
  ahead.autocomplete = 'off'
  Object.assign(ahead.style, { position: 'fixed', top: '0', opacity: '0', pointerEvents: 'none' })
  ahead.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') event.preventDefault()
    if (event.key === 'Escape') onEscape()
    // AltGr counts as Ctrl and Alt, and some letters need it.
    const isCommand = event.ctrlKey || event.metaKey || event.altKey
    if (!isCommand || event.getModifierState('AltGraph')) event.stopPropagation()
  })
  document.body.append(ahead)
  ahead.focus({ preventScroll: true })
  return () => {
    takeTyped()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

/**
 * Removes the field.
 * @returns the typed text
 */
export function takeTyped(): string {
  const typed = ahead?.value ?? ''
  ahead?.remove()
  ahead = undefined
  return typed
}
