/** Where what is typed goes between the press that opens the palette and the moment at which its field has the focus. */
let ahead: HTMLInputElement | undefined

/**
 * From now on what is typed goes into a field that nobody sees, as letters with marks come to a field alone, and what stands
 * beneath does not hear of it.
 * @returns ends that, and gives the focus back to what had it
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
    // Some letters are typed with AltGr, which is both Ctrl and Alt.
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

/** Takes that field away. @returns what was typed */
export function takeTyped(): string {
  const typed = ahead?.value ?? ''
  ahead?.remove()
  ahead = undefined
  return typed
}
