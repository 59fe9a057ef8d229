import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const EVENT = 'event: figures\ndata: {}\n\n'

/** A hub of which the test is the database. */
function hub(listen?: () => Promise<void>) {
  const closing = new AbortController()
  const listener = { notify: () => {}, listens: 0 }
  const made = live({
    closing: closing.signal,
    database: {
      listen: async (_channel: string, onNotification: () => void) => {
        listener.listens++
        listener.notify = onNotification
        await listen?.()
      },
    } as never,
  })
  return { ...made, listener, close: () => closing.abort() }
}
/** All that has come. */
function read(stream: { read: () => Buffer | null }): string {
  let text = ''
  for (let chunk = stream.read(); chunk; chunk = stream.read()) text += String(chunk)
  return text
}

test('many streams share one listening connection, and each is told', async () => {
  const { open, listener } = hub()
  const [one, other] = [await open(async () => true), await open(async () => true)]
  expect(listener.listens).toBe(1)
  expect(read(one)).toBe(': listening\n\n')
  listener.notify()
  expect(read(one)).toBe(EVENT)
  expect(read(other)).toBe(`: listening\n\n${EVENT}`)
})

test('of many changes within a second the first is told at once and the rest as one', async () => {
  const { open, listener } = hub()
  const stream = await open(async () => true)
  read(stream)
  for (let n = 0; n < 5; n++) listener.notify()
  expect(read(stream)).toBe(EVENT)
  vi.advanceTimersByTime(999)
  expect(read(stream)).toBe('')
  vi.advanceTimersByTime(1)
  expect(read(stream)).toBe(EVENT)
  vi.advanceTimersByTime(5000)
  expect(read(stream)).toBe('')
})

test('a quiet stream is kept open by comments, and ends after a quarter of an hour', async () => {
  const { open } = hub()
  const stream = await open(async () => true)
  read(stream)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(read(stream)).toBe(': here\n\n')
  vi.advanceTimersByTime(15 * 60_000)
  const ended = once(stream, 'end')
  stream.resume()
  await ended
})

test('ends when the server closes, also one that is opened then', async () => {
  const { open, close, listener } = hub()
  const stream = await open(async () => true)
  close()
  listener.notify()
  for (const each of [stream, await open(async () => true)]) {
    const received = []
    for await (const chunk of each) received.push(String(chunk))
    expect(received.join('')).toBe(': listening\n\n')
  }
})

test('a reader who goes is forgotten', async () => {
  const { open, listener } = hub()
  const stream = await open(async () => true)
  stream.destroy()
  await once(stream, 'close')
  listener.notify()
  expect(vi.getTimerCount()).toBe(1) // The second in which no other event is sent; no heartbeat, no end.
})

test('while the database is away a stream is refused, and the next one tries again', async () => {
  const tries = [new Error('away'), undefined]
  const { open, listener } = hub(async () => {
    const error = tries.shift()
    if (error) throw error
  })
  await expect(open(async () => true)).rejects.toThrow('away')
  await open(async () => true)
  expect(listener.listens).toBe(2)
})

test('ends with the session that opened it', async () => {
  const { open } = hub()
  let isSignedIn = true
  const stream = await open(async () => isSignedIn)
  const other = await open(async () => true)
  read(other)
  isSignedIn = false
  await vi.advanceTimersByTimeAsync(20_000)
  const received = []
  for await (const chunk of stream) received.push(String(chunk))
  expect(received.join('')).toBe(': listening\n\n')
  expect(read(other)).toBe(': here\n\n')
})
