import { useEffect, useState, type ComponentType } from 'react'
import { painted } from './painted.ts'

/** A part of the application that is fetched when it is wanted, and shown without a moment's fallback once it is here. */
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
 * The part once it is here; `failed` when it could not be fetched. Undefined asks for nothing. What is here is painted before
 * more is asked for: a screen would wait for the requests of all that comes after it.
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
