import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/base.ts'
import { toProblem, unavailable } from './problem.ts'
import { newNonce } from './security.ts'

const LIVE = `${API_BASE}/health/live`
/** Seconds until programs and the page try again. */
const AGAIN = 3

/**
 * Answers while the server starts (it migrates its database or loads the demo). It is alive, so that no supervisor ends
 * it, and answers the rest with 503: programs get a message, people a page that reloads.
 * @param preparing the current step; undefined: ready
 */
export function whilePreparing(server: FastifyInstance, preparing: () => string | undefined): void {
  server.addHook('onRequest', async (request, reply) => {
    const step = preparing()
    const path = request.url.split('?', 1)[0]!
    if (step === undefined || path === LIVE) return
    reply.code(503).headers({ 'retry-after': AGAIN, 'cache-control': 'no-store' })
    if (path.startsWith(API_BASE) || !request.headers.accept?.includes('text/html'))
      return reply.send(toProblem(unavailable(`Marquee is starting up (${step}). Try again in a moment.`)))
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
<title>Marquee is starting up</title>
<style nonce="${nonce}">
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; padding: 24px;
    color-scheme: dark; box-sizing: border-box; text-align: center; background: #0e0c14; color: #efecf7; font: 16px/1.5 system-ui, sans-serif }
  h1 { font-size: 22px; margin: 0 0 8px }
  p { margin: 0; color: #aaa3bd }
</style>
<main><h1>Marquee is starting up</h1><p>This page will refresh automatically.</p><p>${step.replace(/[&<>"]/g, '')}</p></main>
`
