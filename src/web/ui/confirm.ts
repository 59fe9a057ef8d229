/** Question that waits for an answer. */
export type Question = {
  title: string
  text?: string
  /** Label of the confirming button: the verb. */
  action: string
  cancel?: string
  danger?: boolean
}
export type PendingQuestion = Question & { id: number; answer: (yes: boolean) => void }

let pending: PendingQuestion | undefined
let nextId = 1
const listeners = new Set<() => void>()
const set = (next: PendingQuestion | undefined) => {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks in a dialog. Closing means no; a second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    set({
      ...question,
      id: nextId++,
      answer: (yes) => {
        set(undefined)
        resolve(yes)
      },
    })
  })
}

/** Answers the question with no. */
export const dismiss = () => pending?.answer(false)

export const getPending = () => pending
export const subscribePending = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
