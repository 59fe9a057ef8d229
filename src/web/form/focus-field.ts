const CONTROLS = 'input:not([type="hidden"]), textarea, select, button'

/** Brings a field of a form into view and puts the focus into it, by its label, or that of its card. */
export function focusField(label: string): void {
  const isNamed = ({ textContent }: Element) => `${textContent.trim()} `.startsWith(`${label} `)
  const of = [...document.querySelectorAll('form label, form [role="group"] > * > span[id], form h2')].find(isNamed)
  const control =
    of instanceof HTMLLabelElement
      ? of.control
      : of?.closest('[role="group"], section')?.querySelector<HTMLElement>(CONTROLS)
  show(control)
}

/** The same of the first field that something is wrong with, once that is shown. @param id the form's */
export const focusWrong = (id: string): void =>
  void requestAnimationFrame(() =>
    show(document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')),
  )

/** The same of the first field of a form that has just opened. @param id the form's */
export const focusFirst = (id: string): void =>
  void requestAnimationFrame(() => show(document.getElementById(id)?.querySelector<HTMLElement>(CONTROLS)))

function show(control: HTMLElement | null | undefined) {
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
