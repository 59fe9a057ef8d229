import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const keep = path.resolve(import.meta.dirname, '../../scripts/supervise.mjs')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-keep-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm start` with a server that counts its starts in a file, reports each, and then runs the program. */
function startServer(name: string, program: string) {
  const count = path.join(folder, name)
  const server = `
    const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync(${JSON.stringify(count)}, 'x')
    const start = readFileSync(${JSON.stringify(count)}, 'utf8').length
    console.log('start ' + start)
    ${program}`
  const script = `
    import { keepRunning } from ${JSON.stringify(keep)}
    process.exit(await keepRunning(['-e', ${JSON.stringify(server)}]))`
  const front = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [front.stdout, front.stderr]) stream.on('data', (data) => (output += data))
  return {
    front,
    output: () => output,
    ended: async () => {
      const [code] = await once(front, 'close')
      return { code, output, starts: (await readFile(count, 'utf8')).length }
    },
  }
}

test('restarts a server that a signal killed, with a message', async () => {
  const { ended } = startServer('once', `if (start === 1) process.kill(process.pid, 'SIGSEGV')`)
  expect(await ended()).toMatchObject({
    code: 0,
    starts: 2,
    output: expect.stringContaining('The server crashed (SIGSEGV) and is being restarted.'),
  })
})

test('stops restarting a server that ends immediately after its start', async () => {
  const { code, output, starts } = await startServer('ever', `process.kill(process.pid, 'SIGKILL')`).ended()
  expect([code, starts]).toEqual([137, 2])
  expect(output).toMatch(/The server crashed again \(SIGKILL\) .* after its start\. It will not be restarted\./)
})

test('restarts no server that ends by itself or is stopped', async () => {
  expect(await startServer('exit', 'process.exit(1)').ended()).toMatchObject({ code: 1, starts: 1 })
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const { front, output, ended } = startServer(signal, 'setInterval(() => {}, 1000)')
    await expect.poll(output).toContain('start 1')
    front.kill(signal)
    expect(await ended()).toMatchObject({ code, starts: 1, output: 'start 1\n' })
  }
})
