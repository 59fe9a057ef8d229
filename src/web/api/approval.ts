import type { ApiFailure } from './failure.ts'

/** Request for the reason of a change that needs approval. */
export type WantedReason = {
  id: number
  /** Such as "A refund (₦500,000 or more) needs approval". */
  message: string
  /** Effects of the change. */
  summaries: readonly string[]
  hours: number
  answer: (reason: string | undefined) => void
}

let pending: WantedReason | undefined
let nextId = 1
/** Asks one question at a time. */
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const set = (next: typeof pending) => {
  pending = next
  for (const listener of listeners) listener()
}

/**
 * Asks for a reason above the current screen, which keeps typed text.
 * @returns the reason, or undefined when cancelled
 */
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
