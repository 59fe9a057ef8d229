import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { serveWeb } from './web.ts'

const server = Fastify()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'marquee-web-'))
  await writeFile(path.join(dir, 'index.html'), '<!doctype html><!--settings-->')
  await writeFile(path.join(dir, 'favicon.svg'), '<svg/>')
  await serveWeb(server, parseEnv({}), dir, { mailIsKept: false })
})
afterAll(async () => {
  await server.close()
  await rm(dir, { recursive: true })
})

test.each(['/', '/login', '/dashboard/users/guests/ada@mail.example', '/dashboard/fandb/HO-1.5', '/nowhere?at=a.png'])(
  '%s is the application',
  async (url) => {
    const answer = await server.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  },
)

test.each([
  '/metrics',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/manifest.webmanifest',
  '/wp-login.php?x=1',
  '/assets/none.js',
  '/api',
  '/api/nothing',
])('%s is not there, and says so', async (url) => {
  const answer = await server.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ status: 404, message: 'There is no such address' })
})

test('a picture in XML says how its letters are written', async () => {
  const answer = await server.inject('/favicon.svg')
  expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
})
