/** A question that waits for its answer. */
export type Question = {
  title: string
  text?: string
  /** What the confirming button says: the verb. */
  act: string
  cancel?: string
  danger?: boolean
}
export type Asked = Question & { id: number; answer: (yes: boolean) => void }

let asked: Asked | undefined
let nextId = 1
const listeners = new Set<() => void>()
const set = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks in a dialog. Closing it means no; a second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
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

/** Takes the question back: its answer is no. */
export const takeBack = () => asked?.answer(false)

export const getAsked = () => asked
export const subscribeAsked = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
