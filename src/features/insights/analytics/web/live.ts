import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { request } from '#web/api/client.ts'
import { noteReadAfter } from '#web/api/read-after.ts'
import { analytics } from '../contract.ts'

/** Figures are read anew at most so often, however much happens. */
const STALE_EVERY_MS = 2000
/** How often they are read while nothing tells of changes. */
const POLL_MS = 60_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const passed = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))

type Event = { name: string; data: { readAfter?: string } }

/** Server-sent events, as they come; ours have their data in one line, after the name. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  let name = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split(/\r?\n/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
      if (line.startsWith('data:')) yield { name, data: JSON.parse(line.slice('data:'.length)) }
    }
  }
}

type Follower = { refresh: () => Promise<unknown>; onState: (isLive: boolean) => void }

/**
 * Follows the figures while the page is seen: told of changes by the server, or, as long as it does not, by the minute.
 * @returns stops it
 */
export function follow({ refresh, onState }: Follower): () => void {
  let stop = new AbortController()

  const start = () => {
    const { signal } = (stop = new AbortController())
    let isLive = false
    let isBusy = false
    let isStale = false
    const stale = async () => {
      isStale = true
      if (isBusy) return
      isBusy = true
      while (isStale && !signal.aborted) {
        isStale = false
        await Promise.all([refresh(), passed(STALE_EVERY_MS)])
      }
      isBusy = false
    }
    const set = (next: boolean) => {
      if (!signal.aborted && isLive !== next) onState((isLive = next))
    }
    const listen = async () => {
      let wasLive = false
      for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        const since = Date.now()
        try {
          const response = await request(analytics.live, { signal })
          set(true)
          // What happened while nobody told.
          if (wasLive) void stale()
          wasLive = true
          for await (const { name, data } of eventsOf(response.body!)) {
            if (name !== 'figures') continue
            noteReadAfter(data.readAfter)
            void stale()
          }
        } catch {
          // Whatever it was, it is tried again.
        }
        set(false)
        // One that lasted was a good one: the server ends each after a while.
        if (Date.now() - since > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS
        if (!signal.aborted) await passed(pause)
      }
    }
    void listen()
    const poll = setInterval(() => !isLive && void stale(), POLL_MS)
    signal.addEventListener('abort', () => clearInterval(poll))
  }

  const onVisibility = () => {
    stop.abort()
    onState(false)
    if (document.hidden) return
    start()
    void refresh()
  }
  document.addEventListener('visibilitychange', onVisibility)
  if (!document.hidden) start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stop.abort()
  }
}

/** A day that is over up to a time of it: it is asked for anew with each minute, and nothing that happens now changes it. */
const isOfEarlier = ([, , args]: QueryKey) =>
  (args as { query?: { up_to?: string } } | undefined)?.query?.up_to !== undefined

/** Keeps the feature's figures fresh. @returns whether the server tells of changes, and how to read all anew */
export function useLive() {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  const refresh = useCallback(
    () =>
      client.invalidateQueries({
        queryKey: [analytics.live.feature],
        predicate: ({ queryKey }) => !isOfEarlier(queryKey),
      }),
    [client],
  )
  useEffect(() => follow({ refresh, onState: setLive }), [refresh])
  return { isLive, refresh }
}
