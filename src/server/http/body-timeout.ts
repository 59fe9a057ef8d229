import type { FastifyRequest } from 'fastify'

/** So long the body of a form may take; a larger one that a call allows, so much longer. */
const FORM_MS = 30_000

/** Cuts off who sends a body drop by drop. Files have limits of their own (upload.ts). */
export function limitBodyTime({ raw, headers, routeOptions }: FastifyRequest, formBytes: number) {
  if (raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)) return
  const ms = FORM_MS * Math.max(1, (routeOptions.bodyLimit ?? formBytes) / formBytes)
  const late = setTimeout(() => raw.destroy(new Error('The body took too long to arrive')), ms)
  late.unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(late))
}

/** Whether the caller went away, or was cut off, before all of the request had come: nobody hears an answer. */
export const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete
