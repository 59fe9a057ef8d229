/** What is typed between the press that opens the palette and the moment at which its field takes it. */
let typed: string | undefined

/** From now on what is typed is kept, and does nothing to what stands beneath. */
export function keepTyped(): void {
  typed ??= ''
  addEventListener('keydown', keep, true)
}

/** Ends that. @returns what was typed */
export function takeTyped(): string {
  removeEventListener('keydown', keep, true)
  const kept = typed ?? ''
  typed = undefined
  return kept
}

/** What stands beneath would be sent or changed by these. */
const ACTING = new Set(['Enter', 'Backspace', 'ArrowUp', 'ArrowDown'])

function keep(event: KeyboardEvent) {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  // Some letters are typed with AltGr, which is both Ctrl and Alt.
  if (isCommand && !event.getModifierState('AltGraph')) return
  if (event.key.length > 1 && !ACTING.has(event.key)) return
  if (event.key.length === 1) typed += event.key
  else if (event.key === 'Backspace') typed = typed?.slice(0, -1)
  event.preventDefault()
  event.stopPropagation()
}
