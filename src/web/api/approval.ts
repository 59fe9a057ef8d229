import type { ApiFailure } from './failure.ts'

/** What needs a second person, in words, and whoever wants to hear why it is proposed to one. */
export type WantedReason = {
  id: number
  /** "A refund (₦500,000 or more) needs a second person". */
  message: string
  /** What it would do. */
  summaries: readonly string[]
  hours: number
  answer: (reason: string | undefined) => void
}

let pending: WantedReason | undefined
let nextId = 1
/** One question after another. */
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const set = (next: typeof pending) => {
  pending = next
  for (const listener of listeners) listener()
}

/** Asks in place, over whatever is open, with what was typed kept. @returns why, or undefined where it is left */
export function askForReason({ message, problem }: ApiFailure): Promise<string | undefined> {
  const { summaries = [], hours = 0 } = (problem.data ?? {}) as Partial<WantedReason>
  const ask = () =>
    new Promise<string | undefined>((resolve) =>
      set({
        id: nextId++,
        message,
        summaries,
        hours,
        answer: (reason) => {
          set(undefined)
          resolve(reason)
        },
      }),
    )
  const answered = last.then(ask)
  last = answered
  return answered
}

export const getWantedReason = () => pending
export const subscribeWantedReason = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
