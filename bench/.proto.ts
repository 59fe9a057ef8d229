import { mkdtemp, rm } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findBrowser, flags } from '../e2e/browser.ts'
import { startServer } from '../e2e/server.ts'
import { visit } from './web/visit.ts'
const dir = await mkdtemp('/tmp/bench/data-')
const server = await startServer(dir)
const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, env, args: flags })
const c = await browser.newContext(); const p = await c.newPage()
await p.goto(server.address)
await p.getByLabel('Email Address').fill('superadmin@marquee.example')
await p.getByLabel('Password', { exact: true }).fill('marquee-demo')
await p.getByRole('button', { name: 'Sign In', exact: true }).click()
await p.getByRole('navigation').first().waitFor()
let listUrl = ''
p.on('request', (r) => { if (r.url().includes('/movie/admin/list')) listUrl = r.url() })
await p.goto(server.address + '/dashboard/movies'); await p.locator('table[aria-label="Movies"] tbody a').first().waitFor()
const stored = await c.storageState(); await c.close()
const early = (urls: string[]) => `{
  const kept = new Map(); const real = window.fetch.bind(window)
  setTimeout(() => { const s = JSON.parse(localStorage.getItem('marquee:session')); for (const u of ${JSON.stringify(urls)}) kept.set(new URL(u, location.origin).href, real(u, { headers: { authorization: 'Bearer ' + s.jwt } })) }, 350)
  window.fetch = (u, o) => { const href = new URL(u.url ?? u, location.origin).href; const k = kept.get(href); if (k) { kept.delete(href); return k } return real(u, o) }
}`
for (const [name, urls] of [['as is', []], ['cinemas early', ['/api/cinema']], ['cinemas and list early', ['/api/cinema', listUrl]]] as const) {
  const r = []
  for (let n = 0; n < 5; n++) {
    const v = await visit(browser, stored)
    if (urls.length) await v.page.addInitScript({ content: early([...urls]) })
    await v.page.goto(server.address + '/dashboard/movies', { waitUntil: 'commit' })
    await v.page.locator('table[aria-label="Movies"] tbody a').first().waitFor()
    const l = await v.load(); r.push([Math.round(l.fcp), Math.round(l.lcp), l.largest.slice(0, 40)]); await v.close()
  }
  console.log(name, JSON.stringify(r.sort((a, b) => Number(a[1]) - Number(b[1]))))
}
await browser.close(); await server.stop(); await rm(dir, { recursive: true })
