import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { useSave } from '../api/queries.ts'
import { confirm } from '../ui/confirm.ts'

type OfOne = Endpoint & {
  params: z.core.$ZodType<unknown, { id: unknown }>
  /** The version, of whoever asks with it. */
  query?: z.core.$ZodType<unknown, { version?: unknown }> | undefined
  body?: undefined
  files?: undefined
}

/** Deletes a row after a question, and brings it back where that is asked for within ten seconds. */
export function useRemoval(remove: OfOne, restore: OfOne, options: { onDone?: () => void } = {}) {
  const back = useSave(restore)
  const removal = useSave(remove, { ...options, undo: (_, { params }) => back.mutate({ params }) })
  return {
    isBusy: (id: number) => removal.isPending && removal.variables.params.id === id,
    /** @param follows what its deletion means, as a sentence */
    ask: async (id: number, title: string, follows: string) => {
      const text = `${follows} You can undo this for 10 seconds.`
      if (await confirm({ title, text, action: 'Delete', danger: true })) removal.mutate({ params: { id } })
    },
  }
}
