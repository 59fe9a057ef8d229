/** Pages without a session (core 2). */
type PublicPage =
  | { page: 'sign-in' }
  | { page: 'reset-request' }
  | { page: 'reset'; token: string; name: string | undefined }
  | { page: 'invitation'; token: string }
  | { page: 'shared-report'; token: string }
  | { page: 'outbox' }
  | { page: 'sso'; provider: string }

/** Returns the public page at an address; undefined for others. */
export function publicPage(path: string, search = ''): PublicPage | undefined {
  const trimmed = path.replace(/\/+$/, '') || '/'
  if (trimmed === '/' || trimmed === '/login') return { page: 'sign-in' }
  if (trimmed === '/reset-password-request') return { page: 'reset-request' }
  if (trimmed === '/outbox') return { page: 'outbox' }
  const provider = /^\/sso\/([a-z0-9-]+)$/.exec(trimmed)?.[1]
  if (provider) return { page: 'sso', provider }
  const invitation = /^\/accept-invitation\/([^/]+)$/.exec(trimmed)?.[1]
  if (invitation) return { page: 'invitation', token: decoded(invitation) }
  const report = /^\/shared-report\/([^/]+)$/.exec(trimmed)?.[1]
  if (report) return { page: 'shared-report', token: decoded(report) }
  const token = /^\/reset-password\/([^/]+)$/.exec(trimmed)?.[1]
  if (token) return { page: 'reset', token: decoded(token), name: new URLSearchParams(search).get('name') ?? undefined }
}

/**
 * Returns whether a page is for everyone, signed in or not: links in emails, the demo's outbox, and returns from an
 * identity provider.
 */
export const isForBoth = (path: string) =>
  ['outbox', 'reset', 'invitation', 'shared-report', 'sso'].includes(publicPage(path)?.page ?? '')

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns the address to redirect to, if any: /dashboard for a signed-in person on a public page, / for a signed-out
 * one elsewhere (core 2, routing rules).
 */
export function redirectFor(path: string, signedIn: boolean): string | undefined {
  const page = publicPage(path)
  if (isForBoth(path)) return
  if (signedIn) return page || !isPrivate(path) ? '/dashboard' : undefined
  return page ? undefined : '/'
}

export const isPrivate = (path: string) => path === '/dashboard' || path.startsWith('/dashboard/')
