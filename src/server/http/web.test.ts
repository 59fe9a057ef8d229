import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { serveWeb } from './web.ts'

const server = Fastify()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'marquee-web-'))
  await writeFile(
    path.join(dir, 'index.html'),
    '<!doctype html><head><!--settings--><script src="/assets/start-1.js"></script></head>',
  )
  const screens = [
    { path: 'movies', files: ['/assets/app-1.css', '/assets/app-1.js', '/assets/MoviesPage-1.js'] },
    { path: 'movies/edit-entry/$id', files: ['/assets/app-1.js', '/assets/EditMoviePage-1.js'] },
  ]
  await writeFile(path.join(dir, 'screens.json'), JSON.stringify({ any: ['/assets/app-1.js'], screens }))
  await writeFile(path.join(dir, 'favicon.svg'), '<svg/>')
  await copyFile('public/sw.js', path.join(dir, 'sw.js'))
  await serveWeb(server, parseEnv({}), dir, { isMailStored: false })
})

/** Starts another server with the same files. */
async function withSettings(settings: Record<string, string>) {
  const other = Fastify()
  await serveWeb(other, parseEnv(settings), dir, { isMailStored: false })
  onTestFinished(() => other.close())
  return other
}
const buildOf = async (of: FastifyInstance) => (await of.inject('/')).headers['marquee-build']
afterAll(async () => {
  await server.close()
  await rm(dir, { recursive: true })
})

test.each(['/', '/login', '/dashboard/users/guests/ada@mail.example', '/dashboard/fandb/HO-1.5', '/nowhere?at=a.png'])(
  '%s answers the application',
  async (url) => {
    const answer = await server.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  },
)

// ASVS: 13.4.1, 13.4.3
test.each([
  '/metrics',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/manifest.webmanifest',
  '/wp-login.php?x=1',
  '/assets/none.js',
  '/api',
  '/api/nothing',
])('%s is answered with 404', async (url) => {
  const answer = await server.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ status: 404, message: 'Address not found' })
})

const APP = '<link rel="modulepreload" href="/assets/app-1.js" crossorigin>'
test.each([
  [
    '/dashboard/movies?page=2',
    `<link rel="preload" as="style" href="/assets/app-1.css" crossorigin>${APP}<link rel="modulepreload" href="/assets/MoviesPage-1.js" crossorigin>`,
  ],
  ['/dashboard/movies/edit-entry/7', `${APP}<link rel="modulepreload" href="/assets/EditMoviePage-1.js" crossorigin>`],
  ['/dashboard', APP],
  ['/dashboard/nowhere', APP],
  ['/', ''],
  ['/reset-password', ''],
])('the page of %s preloads the files of its screen, last in its head', async (url, links) => {
  const { body } = await server.inject(url)
  expect(body.slice(body.indexOf('</script>') + '</script>'.length)).toBe(`${links}</head>`)
})

test('an SVG image states its charset', async () => {
  const answer = await server.inject('/favicon.svg')
  expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
})

test("the worker names its build and the page's files, is fetched each time, and may connect only to the server", async () => {
  const worker = await server.inject('/sw.js')
  const build = await buildOf(server)
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'marquee-build': build,
  })
  expect(worker.body).toContain(`const CACHE = 'marquee ${build}'\n`)
  expect(worker.body).toContain("const FILES = ['/assets/start-1.js']\n")
})

test('the page names its build, which changes with the settings of the server', async () => {
  const build = await buildOf(server)
  expect((await server.inject('/dashboard/movies')).body).toContain(`<meta name="marquee-build" content="${build}">`)
  expect(await buildOf(await withSettings({}))).toBe(build)
  expect(await buildOf(await withSettings({ CHAIN_NAME: 'Another' }))).not.toBe(build)
})

test('a worker that is switched off unregisters itself and deletes its cache, and no page requests one', async () => {
  const off = await withSettings({ SERVICE_WORKER: 'off' })
  const { body } = await off.inject('/sw.js')
  expect(body).toContain('registration.unregister()')
  expect(body).toContain('caches.delete')
  expect(body).not.toContain("addEventListener('fetch'")
  expect((await off.inject('/')).body).toContain('<meta name="marquee-worker" content="off">')
})
