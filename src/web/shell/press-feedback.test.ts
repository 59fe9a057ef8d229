import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringFirst } from './press-feedback.ts'

let frames: (() => void)[] = []
beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/dashboard' })
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const to = (pathname: string, preload = false) => ({ preload, location: { pathname } })
const arrived = (pathname: string) => ({ pathChanged: true, toLocation: { pathname } })

/** Simulates a navigation to a screen with a given rendering time. */
function draw({ before, rendered }: ReturnType<typeof answeringFirst>, pathname: string, ms: number) {
  void before(to(pathname))
  vi.advanceTimersByTime(ms)
  rendered(arrived(pathname))
}

test('waits for a frame before a screen after a slow one, else shows it directly', async () => {
  const answering = answeringFirst()
  expect(answering.before(to('/movies'))).toBeUndefined()
  draw(answering, '/movies', 40)
  expect(answering.before(to('/users'))).toBeUndefined()
  draw(answering, '/users', 60)

  let isGoing = false
  void answering.before(to('/movies'))!.then(() => (isGoing = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(isGoing).toBe(false)
  frames[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(isGoing).toBe(true)

  // Measures waiting, not rendering.
  vi.advanceTimersByTime(20)
  answering.rendered(arrived('/movies'))
  expect(answering.before(to('/users'))).toBeUndefined()
})

test('does not wait for a preload, for another page of the same screen, or in a hidden tab', async () => {
  const answering = answeringFirst()
  draw(answering, '/movies', 500)
  expect(answering.before(to('/users', true))).toBeUndefined()
  expect(answering.before(to('/movies'))).toBeUndefined()
  vi.stubGlobal('document', { hidden: true })
  await answering.before(to('/users'))
  expect(frames).toEqual([])
})
