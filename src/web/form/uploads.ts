import { useSyncExternalStore } from 'react'

/** The files that are on their way from the form on the screen, by their fields. A picker that goes stops its own. */
let running: readonly string[] = []
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
  set([...running, label])
  return () => set(running.toSpliced(running.indexOf(label), 1))
}

/** Why the form cannot be saved just now; undefined when nothing is on its way. */
export function useUploading(): string | undefined {
  const first = useSyncExternalStore(subscribe, () => running[0])
  return first && `Wait until ${first} is uploaded, or cancel it`
}
