import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringFirst } from './answering.ts'

let frames: (() => void)[] = []
beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const to = (href: string, preload = false) => ({ preload, location: { href } })
const arrived = (href: string) => ({ hrefChanged: true, toLocation: { href } })

/** Goes to what takes so long to draw. */
function draw({ before, rendered }: ReturnType<typeof answeringFirst>, href: string, ms: number) {
  void before(to(href))
  vi.advanceTimersByTime(ms)
  rendered(arrived(href))
}

test('a screen comes at once, until one took long to draw: the next waits for a frame, be it the same in another order', async () => {
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

  expect(answering.before(to('/movies?sort=name'))).toBeInstanceOf(Promise)

  // How long the wait was is not how long drawing takes.
  vi.advanceTimersByTime(20)
  answering.rendered(arrived('/movies'))
  expect(answering.before(to('/users'))).toBeUndefined()
})

test('neither what is fetched ahead nor what is shown already waits, and nobody waits for what is not painted', async () => {
  const answering = answeringFirst()
  draw(answering, '/movies', 500)
  expect(answering.before(to('/users', true))).toBeUndefined()
  expect(answering.before(to('/movies'))).toBeUndefined()
  vi.stubGlobal('document', { hidden: true })
  await answering.before(to('/users'))
  expect(frames).toEqual([])
})
