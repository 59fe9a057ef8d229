import { withSourcePositions } from '../source-maps.ts'

/** Limits for the log: it is read by people without access to personal data, and is not erased with it. */

/** Longer addresses are cut, because requests are logged before anything is checked. */
const URL_MOST = 2000
const PERSONAL_KEY = /search|keyword|query|name|email|phone|token|^code$|^state$|\$q/i
const HAS_EMAIL = /@|%40/i
/** Path segments before a secret: a link's token, or the key of an email in the demo's outbox. */
const BEFORE_SECRET = /(?:(?:forgot|reset)-password|accept-invitation|shared-reports?|outbox)$/i

/** Masks an address for the log: links of emails have a secret in their path, and queries may name a person. */
export function loggedUrl(url: string): string {
  const shortened = url.slice(0, URL_MOST)
  const mark = shortened.indexOf('?')
  const path = loggedPath(mark < 0 ? shortened : shortened.slice(0, mark))
  const query =
    mark < 0
      ? ''
      : `?${shortened
          .slice(mark + 1)
          .split('&')
          .map(loggedPair)
          .join('&')}`
  return `${path}${query}${url.length > URL_MOST ? '…' : ''}`
}

function loggedPath(path: string): string {
  const parts = decoded(path).split('/')
  const at = parts.findIndex((part) => BEFORE_SECRET.test(part))
  const hasSecret = at >= 0 && at + 1 < parts.length
  return (hasSecret ? [...parts.slice(0, at + 1), '…'] : parts).map(anonymous).join('/')
}

function loggedPair(pair: string): string {
  const mark = pair.indexOf('=')
  if (mark < 0) return anonymous(decoded(pair))
  const key = decoded(pair.slice(0, mark))
  return `${anonymous(key)}=${PERSONAL_KEY.test(key) ? '…' : anonymous(decoded(pair.slice(mark + 1)))}`
}

const anonymous = (part: string) => (HAS_EMAIL.test(part) ? '…' : part)

/** Decodes an address as the router does, so that an encoding cannot hide a secret. */
const decoded = (url: string) =>
  url.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })

/**
 * Escapes a line of JSON for terminals and editors: control characters, line separators and text direction marks become
 * JSON escapes.
 */
export const harmless = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * Describes an error for the log. The database quotes values in its messages (`Failed query … params: …`, `detail: Key
 * (email)=(…)`), so only a query's text, code and place are logged.
 */
export function loggedError(error: Error & { code?: unknown; query?: unknown }): LoggedError {
  const { name, code, cause } = error
  const message = withoutParams(error.message)
  const places = withSourcePositions(error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
  return {
    type: name,
    message,
    stack: [`${name}: ${message}`, ...places].join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: loggedError(cause) }),
  }
}

const withoutParams = (message: string) => message.replace(/\nparams: .*$/s, '')
