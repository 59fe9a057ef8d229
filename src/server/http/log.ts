/** What a log may hold: others read it than those who may see people, and it is not erased with them. */

/** Reset links carry a secret in the path; addresses and what was searched for may name a person. */
export const loggedUrl = (url: string): string =>
  url
    .replace(/((?:forgot|reset)-password\/)[^/?]+/, '$1…')
    .replace(/([?&](?:search\w*|keyword|query|name|email|\$q)=)[^&]*/gi, '$1…')
    .replace(/[^/?&=]*(?:@|%40)[^/?&=]*/gi, '…')

type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * An error without what a query was to keep or look for: the database's own words quote it (`Failed query … params: …`,
 * `detail: Key (email)=(…)`), so that of a query only its text, code and place are told.
 */
export function loggedError(error: Error & { code?: unknown; query?: unknown }): LoggedError {
  const { name, stack = '', code, cause } = error
  const message = withoutParams(error.message)
  const places = stack.split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    type: name,
    message,
    stack: [`${name}: ${message}`, ...places].join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: loggedError(cause) }),
  }
}

const withoutParams = (message: string) => message.replace(/\nparams: .*$/s, '')
