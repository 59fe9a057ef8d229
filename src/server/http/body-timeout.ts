import type { FastifyRequest } from 'fastify'

/** The time for the body of a form. A larger limit of a call gets proportionally more. */
const FORM_MS = 30_000

/** Disconnects senders whose body arrives too slowly. Files have their own limits (upload.ts). */
export function limitBodyTime({ raw, headers, routeOptions }: FastifyRequest, formBytes: number) {
  if (raw.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)) return
  const ms = FORM_MS * Math.max(1, (routeOptions.bodyLimit ?? formBytes) / formBytes)
  const late = setTimeout(() => raw.destroy(new Error('The body took too long to arrive')), ms)
  late.unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(late))
}

/** Checks whether the caller disconnected before the request was complete, so that no one reads the answer. */
export const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete
