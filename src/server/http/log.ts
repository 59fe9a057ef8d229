import { withSourcePositions } from '../source-maps.ts'

/** What a log may hold: others read it than those who may see people, and it is not erased with them. */

/** Every request is logged before anything else is known of it: a longer address is cut. */
const URL_MOST = 2000
const PERSONAL_KEY = /search|keyword|query|name|email|phone|token|^code$|^state$|\$q/i
const HAS_EMAIL = /@|%40/i
/** What follows is a secret: a link's token, or the key of an email in the demo's outbox. */
const BEFORE_SECRET = /(?:(?:forgot|reset)-password|accept-invitation|shared-reports?|outbox)$/i

/** Links of emails carry a secret in the path; addresses and what was searched for may name a person. */
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

/** As the router reads it: what an address holds must not hide behind the way it is written. */
const decoded = (url: string) =>
  url.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })

/**
 * A line of JSON as a terminal may show it: what JSON lets stand, and a terminal or an editor acts on (controls, line
 * separators, marks that turn a text round), is escaped as JSON has it.
 */
export const harmless = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * An error without what a query was to keep or look for: the database's own words quote it (`Failed query … params: …`,
 * `detail: Key (email)=(…)`), so that of a query only its text, code and place are logged.
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
