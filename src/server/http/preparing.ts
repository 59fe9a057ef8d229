import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/base.ts'
import { toProblem, unavailable } from './problem.ts'
import { newNonce } from './security.ts'

const LIVE = `${API_BASE}/health/live`
/** In seconds: when programs ask again, and how often the page does. */
const AGAIN = 3

/**
 * While the server prepares itself (it brings its database up to date, or loads the demo) it is alive, so that nobody ends
 * it for being silent, and answers anything else with 503: a sentence to programs, a page that loads itself anew to people.
 * @param preparing what is being done, undefined when the server is ready
 */
export function whilePreparing(server: FastifyInstance, preparing: () => string | undefined): void {
  server.addHook('onRequest', async (request, reply) => {
    const step = preparing()
    const path = request.url.split('?', 1)[0]!
    if (step === undefined || path === LIVE) return
    reply.code(503).headers({ 'retry-after': AGAIN, 'cache-control': 'no-store' })
    if (path.startsWith(API_BASE) || !request.headers.accept?.includes('text/html'))
      return reply.send(toProblem(unavailable(`Marquee is getting ready. Try again in a moment (${step})`)))
    const nonce = newNonce()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`)
      .send(page(step, nonce))
  })
}

const page = (step: string, nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${AGAIN}">
<title>Marquee is getting ready</title>
<style nonce="${nonce}">
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; padding: 24px;
    color-scheme: dark; box-sizing: border-box; text-align: center; background: #0e0c14; color: #efecf7; font: 16px/1.5 system-ui, sans-serif }
  h1 { font-size: 22px; margin: 0 0 8px }
  p { margin: 0; color: #aaa3bd }
</style>
<main><h1>Marquee is getting ready</h1><p>This page goes on by itself.</p><p>${step.replace(/[&<>"]/g, '')}</p></main>
`
