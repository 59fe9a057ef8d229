import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mapInSlices } from '../slices.ts'
import { isTooDeep } from './json.ts'

/** Replaces a line that is not JSON or nests too deeply, so that only that line is rejected. */
export const NOT_JSON = Symbol('not JSON')

const parsed = (line: string): unknown => {
  if (isTooDeep(line)) return NOT_JSON
  try {
    return JSON.parse(line)
  } catch {
    return NOT_JSON
  }
}

/** Parses the lines of NDJSON; skips empty lines. */
export const linesOf = (text: string): Promise<unknown[]> =>
  mapInSlices(
    text
      .replace(/^\uFEFF/, '')
      .split('\n')
      .filter((line) => line.trim() !== ''),
    parsed,
  )

/** Parses a body of NDJSON as the list of its lines. */
export const acceptNdjson = (server: FastifyInstance) =>
  server.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'string' },
    (_request: FastifyRequest, text: string | Buffer) => linesOf(text as string),
  )
