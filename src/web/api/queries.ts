import {
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { APPROVAL_REQUESTED } from '#contract/approval.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sessionCalls } from '#contract/session.ts'
import { showToast } from '../shell/toasts.ts'
import { useErrorToast } from '../shell/useErrorToast.ts'
import { callWith, earlyData, type Answer, type CallArgs, type Data, type ReadArgs } from './client.ts'
import { ApiFailure, isNoAnswer, isUncertain } from './failure.ts'
import { fingerprintOf } from './fingerprint.ts'
import { newKey } from './send.ts'

const RETRIES = 2

/** A new one for each person: nothing of one person's is ever shown to another. */
export function createQueryClient(): QueryClient {
  const profile = keyOf(sessionCalls.profile)
  // Who is refused is shown what is refused now.
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.status === 403) void client.invalidateQueries({ queryKey: profile })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== profile[0] && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The browser's word on being offline is no verdict: it is tried, and what failed is said.
        networkMode: 'always',
        retry: (failures, error) => isNoAnswer(error) && failures < RETRIES,
        retryDelay: (failures) => Math.min(800 * 2 ** failures, 8000),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** The cache key of a read: everything of a feature begins with its name. */
export const keyOf = (row: Endpoint, args: object = {}): QueryKey => [row.feature, row.name, args]

/** A read as TanStack Query wants it, for a route's loader or `useQuery`. */
const readOptions = <E extends Endpoint>(row: E, args: ReadArgs<E>) => ({
  queryKey: keyOf(row, args as object),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Data<E>> =>
    (await callWith(row, { ...(args as object), signal })).data,
})

export type ReadOptions<D> = {
  enabled?: boolean
  staleTime?: number
  refetchOnMount?: 'always'
  /** 0: nothing is kept when it is closed, so that a form never begins with what was saved before. */
  gcTime?: 0
  /** Milliseconds to the next read, by what the last one answered. */
  refetchInterval?: (data: D | undefined) => number
}

/** The same question, for another page; nothing where it has no pages. */
function ofPage<A>(args: A, page: number): A | undefined {
  const { query } = args as { query?: Record<string, unknown> }
  const name = ['page', 'pageNo'].find((one) => query?.[one] !== undefined)
  return name === undefined ? undefined : { ...args, query: { ...query, [name]: page } }
}

/**
 * Reads through the cache. While another page, sort or filter of the same thing loads, the old rows stay
 * (`isPlaceholderData`); another record never shows the old one's. `ahead` reads another page before it is asked for.
 */
export function useRead<E extends Endpoint>(row: E, args: CallArgs<E>, options: ReadOptions<Data<E>> = {}) {
  const client = useQueryClient()
  const params = JSON.stringify((args as { params?: unknown }).params)
  const reading = useQuery<Data<E>, Error>({
    ...readOptions(row, args),
    ...options,
    refetchInterval: options.refetchInterval && (({ state }) => options.refetchInterval!(state.data)),
    initialData: () => earlyData(row, args as object) as Data<E> | undefined,
    placeholderData: ((previous: Data<E> | undefined, query: { queryKey: QueryKey } | undefined) => {
      const before = query?.queryKey as [string, string, { params?: unknown }] | undefined
      return before?.[1] === row.name && JSON.stringify(before[2].params) === params ? previous : undefined
    }) as never,
  })
  const ahead = (page: number) => {
    const other = ofPage(args, page)
    if (other) void client.prefetchQuery(readOptions(row, other))
  }
  // Around the library's own, which notes what is looked at and so what is worth drawing again.
  return new Proxy(reading, {
    get: (all, key) => (key === 'ahead' ? ahead : Reflect.get(all, key)),
  }) as typeof reading & { ahead: typeof ahead }
}

export type SaveOptions<E extends Endpoint> = {
  onSuccess?: (answer: Answer<E>, args: CallArgs<E>) => unknown
  /** What closes or leads elsewhere after a success: not when whoever saved is gone already. */
  onDone?: (answer: Answer<E>, args: CallArgs<E>) => unknown
  /** What closes after it was proposed to a second person: nothing is done yet, and what was typed is with the proposal. */
  onApprovalRequested?: () => unknown
  /**
   * Answers true when it has dealt with the failure, so that no toast is shown, or the words to show in place of the
   * server's. Not asked when whoever saved is gone.
   */
  onFailure?: (failure: ApiFailure, args: CallArgs<E>) => boolean | string | void
  /** What the success toast says in place of the server's words; false shows none. */
  says?: string | false
  /** Takes the write back: offered beside the success toast for ten seconds. */
  undo?: (answer: Answer<E>, args: CallArgs<E>) => unknown
}

/**
 * A write. After it succeeded, the reads of its feature and of those the contract names are fetched anew and the
 * message is shown; a failure is shown as an toast. A save that was cut off and is sent again unchanged carries the
 * same key, so that it is done once.
 */
export function useSave<E extends Endpoint>(row: E, options: SaveOptions<E> = {}) {
  const client = useQueryClient()
  const open = useRef<{ sent: string; key: string }>(undefined)
  const isHere = useRef(false)
  const toast = useErrorToast()
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return useMutation<Answer<E>, Error, CallArgs<E>>({
    mutationFn: (args) => {
      const sent = fingerprintOf(args as object)
      if (open.current?.sent !== sent) open.current = { sent, key: newKey() }
      return callWith(row, { ...(args as object), idempotencyKey: open.current.key })
    },
    retry: (failures, error) => row.method === 'POST' && !row.unkept && isNoAnswer(error) && failures < 1,
    onSuccess: async (answer, args) => {
      open.current = undefined
      toast.clear()
      if (answer.isApprovalRequested) {
        showToast('success', answer.message ?? APPROVAL_REQUESTED)
        void client.invalidateQueries({ queryKey: ['approvals'] })
        if (isHere.current) await options.onApprovalRequested?.()
        return
      }
      const { undo } = options
      const says = options.says ?? answer.message ?? row.says
      if (says) showToast('success', says, undo && { label: 'Undo', onAction: () => undo(answer, args) })
      for (const feature of [row.feature, ...(row.alsoStale ?? [])])
        void client.invalidateQueries({ queryKey: [feature] })
      await options.onSuccess?.(answer, args)
      if (isHere.current) await options.onDone?.(answer, args)
    },
    onError: (error, args) => {
      if (!isUncertain(error)) open.current = undefined
      const message = isHere.current && error instanceof ApiFailure ? options.onFailure?.(error, args) : undefined
      if (typeof message === 'string') toast.show(message)
      // The end of a session speaks for itself.
      else if (!message && !(error instanceof ApiFailure && error.status === 401)) toast.show(error.message)
    },
  })
}
