import type { FastifyInstance } from 'fastify'
import { malformed } from './problem.ts'

/** More than twice the depth of any body of the API. An endless nesting could not be written again. */
const DEEPEST = 64
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((c) => c.charCodeAt(0))

/** Checks whether a text nests lists and objects too deeply, before it is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isQuoted && code === BACKSLASH) at++
    else if (code === QUOTE) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEEPEST) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return false
}

export const acceptJson = (server: FastifyInstance) => {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body as string
    if (text === '') return done(null, undefined)
    if (isTooDeep(text)) return done(malformed(`The body is nested more than ${DEEPEST} levels deep`))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(malformed('The body is not valid JSON'))
    }
  })
}
