const CONTROLS = 'input:not([type="hidden"]), textarea, select, button'

/** Scrolls to a field, found by its label or its card's, and focuses it. */
export function focusField(label: string): void {
  const isNamed = ({ textContent }: Element) => `${textContent.trim()} `.startsWith(`${label} `)
  const of = [...document.querySelectorAll('form label, form [role="group"] > * > span[id], form h2')].find(isNamed)
  const control =
    of instanceof HTMLLabelElement
      ? of.control
      : of?.closest('[role="group"], section')?.querySelector<HTMLElement>(CONTROLS)
  show(control)
}

/**
 * Focuses the first field with an error, once the error is shown.
 * @param id id of the form
 */
export const focusWrong = (id: string): void =>
  void requestAnimationFrame(() =>
    show(document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')),
  )

/**
 * Focuses the first field of a form that just opened.
 * @param id id of the form
 */
export const focusFirst = (id: string): void =>
  void requestAnimationFrame(() => show(document.getElementById(id)?.querySelector<HTMLElement>(CONTROLS)))

function show(control: HTMLElement | null | undefined) {
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
