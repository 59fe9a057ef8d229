import { useSyncExternalStore } from 'react'

/** The files that are on their way from the form on the screen. A picker that goes stops its own. */
let running: readonly { label: string }[] = []
const listeners = new Set<() => void>()
const set = (next: typeof running) => {
  running = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Told when a file sets out, with the words over its field. @returns to be called when it has arrived or was stopped */
export function noteUpload(label: string): () => void {
  const one = { label }
  set([...running, one])
  return () => set(running.filter((other) => other !== one))
}

/** Why the form cannot be saved just now; undefined when nothing is on its way. */
export function useUploading(): string | undefined {
  const first = useSyncExternalStore(subscribe, () => running[0])
  return first && `Wait until ${first.label} is uploaded, or cancel it`
}
