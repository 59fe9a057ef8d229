import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { useSave } from '../api/queries.ts'
import { confirm } from '../ui/confirm.ts'

type OfOne = Endpoint & {
  params: z.core.$ZodType<unknown, { id: unknown }>
  /** Version, for calls that need it. */
  query?: z.core.$ZodType<unknown, { version?: unknown }> | undefined
  body?: undefined
  files?: undefined
}

/** Deletes a row after a question and offers to restore it for 10 seconds. */
export function useRemoval(remove: OfOne, restore: OfOne, options: { onDone?: () => void } = {}) {
  const back = useSave(restore)
  const removal = useSave(remove, { ...options, undo: (_, { params }) => back.mutate({ params }) })
  return {
    isBusy: (id: number) => removal.isPending && removal.variables.params.id === id,
    /** @param follows effect of the deletion, as a sentence */
    ask: async (id: number, title: string, follows: string) => {
      const text = `${follows.replace(/\.$/, '')}. You can undo this for 10 seconds.`
      if (await confirm({ title, text, action: 'Delete', danger: true })) removal.mutate({ params: { id } })
    },
  }
}
