/** Shared question for all calls that wait for a confirmation of identity. */
export type Reauthentication = { id: number; answer: (isConfirmed: boolean) => void }

let pending: (Reauthentication & { promise: Promise<boolean> }) | undefined
let nextId = 1
const listeners = new Set<() => void>()
const set = (next: typeof pending) => {
  pending = next
  for (const listener of listeners) listener()
}

/**
 * Asks for confirmation above the current screen, which keeps typed text.
 * @returns whether the person confirmed
 */
export function askToConfirm(): Promise<boolean> {
  if (pending) return pending.promise
  let answer!: Reauthentication['answer']
  const promise = new Promise<boolean>((resolve) => {
    answer = (isConfirmed) => {
      set(undefined)
      resolve(isConfirmed)
    }
  })
  set({ id: nextId++, answer, promise })
  return promise
}

export const getReauthentication = (): Reauthentication | undefined => pending
export const subscribeReauthentication = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
