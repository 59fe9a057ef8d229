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

/** Creates a query client for each person, so that one person's data is never shown to another. */
export function createQueryClient(): QueryClient {
  const profile = keyOf(sessionCalls.profile)
  // After a denial the permissions are read again, so that the screen shows the current ones.
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.status === 403) void client.invalidateQueries({ queryKey: profile })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== profile[0] && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Because the browser's offline state is unreliable: the call is tried and its failure shown.
        networkMode: 'always',
        retry: (failures, error) => isNoAnswer(error) && failures < RETRIES,
        retryDelay: (failures) => Math.min(800 * 2 ** failures, 8000),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Returns the cache key of a read. Keys of a feature begin with its name. */
export const keyOf = (row: Endpoint, args: object = {}): QueryKey => [row.feature, row.name, args]

/** Returns TanStack Query's options of a read, for a route's loader or `useQuery`. */
const readOptions = <E extends Endpoint>(row: E, args: ReadArgs<E>) => ({
  queryKey: keyOf(row, args as object),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Data<E>> =>
    (await callWith(row, { ...(args as object), signal })).data,
})

export type ReadOptions<D> = {
  enabled?: boolean
  staleTime?: number
  refetchOnMount?: 'always'
  /** 0: nothing is cached after closing, so that a form never starts from an older version. */
  gcTime?: 0
  /** Milliseconds until the next read, depending on the last data. */
  refetchInterval?: (data: D | undefined) => number
}

/** Returns the arguments for another page; undefined without pages. */
function ofPage<A>(args: A, page: number): A | undefined {
  const { query } = args as { query?: Record<string, unknown> }
  const name = ['page', 'pageNo'].find((one) => query?.[one] !== undefined)
  return name === undefined ? undefined : { ...args, query: { ...query, [name]: page } }
}

/**
 * Reads through the cache. While another page, sort or filter loads, the old rows stay (`isPlaceholderData`), but never
 * those of another record. `ahead` prefetches a page.
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
  // A proxy keeps the library's tracking of used properties, which decides when to render.
  return new Proxy(reading, {
    get: (all, key) => (key === 'ahead' ? ahead : Reflect.get(all, key)),
  }) as typeof reading & { ahead: typeof ahead }
}

export type SaveOptions<E extends Endpoint> = {
  onSuccess?: (answer: Answer<E>, args: CallArgs<E>) => unknown
  /** Runs after a success, unless the component is gone: closes or navigates. */
  onDone?: (answer: Answer<E>, args: CallArgs<E>) => unknown
  /** Runs after an approval request was created: nothing happened yet, and typed values are in the request. */
  onApprovalRequested?: () => unknown
  /**
   * Handles a failure. Returns true to show no toast, or a text to show instead of the server's. Not called when the
   * component is gone.
   */
  onFailure?: (failure: ApiFailure, args: CallArgs<E>) => boolean | string | void
  /** Text of the success toast instead of the server's; false: no toast. */
  says?: string | false
  /** Undoes the write: offered with the success toast for 10 seconds. */
  undo?: (answer: Answer<E>, args: CallArgs<E>) => unknown
}

/**
 * Writes, then refetches the reads of its feature and of those named in the contract, and shows the message or an error
 * toast. An interrupted save that is repeated unchanged has the same key, so that it happens once.
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
      // A 401 ends the session, which shows its own message.
      else if (!message && !(error instanceof ApiFailure && error.status === 401)) toast.show(error.message)
    },
  })
}
