import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mapInSlices } from '../slices.ts'
import { isTooDeep } from './json.ts'

/** In place of a line that is no JSON, or nested without end, so that it can be refused by itself and not the batch with it. */
export const NOT_JSON = Symbol('not JSON')

const parsed = (line: string): unknown => {
  if (isTooDeep(line)) return NOT_JSON
  try {
    return JSON.parse(line)
  } catch {
    return NOT_JSON
  }
}

/** The lines of NDJSON as a list; empty lines count for nothing. */
export const linesOf = (text: string): Promise<unknown[]> =>
  mapInSlices(
    text
      .replace(/^\uFEFF/, '')
      .split('\n')
      .filter((line) => line.trim() !== ''),
    parsed,
  )

/** A body of NDJSON is the list of its lines. */
export const acceptNdjson = (server: FastifyInstance) =>
  server.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'string' },
    (_request: FastifyRequest, text: string | Buffer) => linesOf(text as string),
  )
