import { useSyncExternalStore } from 'react'

/** Uploads of the form on screen, by field. A picker stops its own upload when it is removed. */
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

/**
 * Registers an upload under its field's label.
 * @returns a function to call at its end
 */
export function noteUpload(label: string): () => void {
  set([...running, label])
  return () => set(running.toSpliced(running.indexOf(label), 1))
}

/** Returns why the form cannot be saved during an upload; undefined without one. */
export function useUploading(): string | undefined {
  const first = useSyncExternalStore(subscribe, () => running[0])
  return first && `Wait for ${first} to finish uploading, or cancel the upload`
}
