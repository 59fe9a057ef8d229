import { useEffect, useState, type ComponentType } from 'react'
import { painted } from './painted.ts'

/** Part of the application that is loaded on demand, and shown without a fallback once loaded. */
export type LazyPart<P> = { load: () => Promise<ComponentType<P>>; get: () => ComponentType<P> | undefined }

export function part<P>(fetchIt: () => Promise<ComponentType<P>>): LazyPart<P> {
  let here: ComponentType<P> | undefined
  let coming: Promise<ComponentType<P>> | undefined
  return {
    get: () => here,
    load: () =>
      (coming ??= fetchIt().then(
        (loaded) => (here = loaded),
        (error: unknown) => {
          coming = undefined
          throw error
        },
      )),
  }
}

/**
 * Returns a part once loaded; `failed` when it could not be loaded; undefined loads nothing. Loading waits for a paint,
 * because the screen would wait for all later requests.
 */
export function usePart<P>(wanted: LazyPart<P> | undefined): { Part: ComponentType<P> | undefined; failed: boolean } {
  const [, arrived] = useState<unknown>()
  const [failed, setFailed] = useState(false)
  const Here = wanted?.get()
  useEffect(() => {
    if (!wanted || Here) return
    let isWanted = true
    const comeIn = async () => {
      await painted()
      if (!isWanted) return
      try {
        const loaded = await wanted.load()
        if (isWanted) arrived(() => loaded)
      } catch {
        if (isWanted) setFailed(true)
      }
    }
    void comeIn()
    return () => void (isWanted = false)
  }, [wanted, Here])
  return { Part: Here, failed }
}
