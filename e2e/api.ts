import { expect, type APIRequestContext, type APIResponse, type Page } from '@playwright/test'

type Fields = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>

/** Calls of the API under somebody's rights; each answers its `data`, and must be allowed. */
export type Api = {
  get: <D>(path: string) => Promise<D>
  post: <D>(path: string, data: object) => Promise<D>
  put: <D>(path: string, data: object) => Promise<D>
  patch: <D>(path: string, data: object) => Promise<D>
  /** Sends a form as a browser does, with its files. */
  form: <D>(method: 'POST' | 'PUT', path: string, fields: Fields) => Promise<D>
  /** The same with another token or key. */
  as: (token: string) => Api
}

function apiOf(request: APIRequestContext, token: string): Api {
  const headers = { authorization: `Bearer ${token}` }
  const dataOf = async <D>(response: Promise<APIResponse>) => {
    const answer = await response
    expect(answer.ok(), `${answer.url()}: ${answer.status()} ${await answer.text()}`).toBe(true)
    return ((await answer.json()) as { data: D }).data
  }
  return {
    get: (path) => dataOf(request.get(`/api${path}`, { headers })),
    post: (path, data) => dataOf(request.post(`/api${path}`, { headers, data })),
    put: (path, data) => dataOf(request.put(`/api${path}`, { headers, data })),
    patch: (path, data) => dataOf(request.patch(`/api${path}`, { headers, data })),
    form: (method, path, multipart) => dataOf(request.fetch(`/api${path}`, { method, headers, multipart })),
    as: (other) => apiOf(request, other),
  }
}

/** As the superadmin of the demo, in a session of its own. */
export async function asSuperadmin(request: APIRequestContext): Promise<Api> {
  type Session = { tokens: { access_token: string } }
  const credentials = { email: 'superadmin@marquee.example', password: 'marquee-demo' }
  const unauthenticated = apiOf(request, '')
  const { tokens } = await unauthenticated.post<Session>('/auth/login', credentials)
  return unauthenticated.as(tokens.access_token)
}

/** As whoever is signed in on the page. */
export const asSignedIn = async (page: Page): Promise<Api> =>
  apiOf(
    page.request,
    await page.evaluate(() => (JSON.parse(localStorage.getItem('marquee:session')!) as { jwt: string }).jwt),
  )

type Key = { record_types: string[]; source?: string; name?: string }
type Outcome = { accepted: number; pending: number; quarantined: number; rejected: number }

/** Sends one line of what happened with a key of its own, as a program of the chain does. */
export type Send = (stream: string, line: object) => Promise<Outcome>

/** @param api who makes the key */
export async function sender(
  api: Api,
  { record_types: recordTypes, source = 'tour', name = `tour ${crypto.randomUUID()}` }: Key,
): Promise<Send> {
  const { secret } = await api.post<{ secret: string }>('/feed-keys', { name, source, record_types: recordTypes })
  const { post } = api.as(secret)
  return (stream, line) => post(`/feed/${stream}`, [{ id: crypto.randomUUID(), ...line }])
}

/** Likewise; each line must be accepted. */
export async function acceptedSender(...of: Parameters<typeof sender>): Promise<Send> {
  const send = await sender(...of)
  return async (stream, line) => {
    const outcome = await send(stream, line)
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ accepted: 1 })
    return outcome
  }
}
