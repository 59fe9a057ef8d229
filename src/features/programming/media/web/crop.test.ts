import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clamped, frameOf, MIDDLE, moveCrop, NEAREST, sentSize, fullZoom, zoomed, type Crop } from './crop.ts'
import { hasShape } from './shape.ts'

const side = fc.integer({ min: 1, max: 12_000 })
const size = fc.record({ width: side, height: side })
const ratio = fc.double({ min: 0.2, max: 5, noNaN: true })
const share = fc.double({ min: -2, max: 2, noNaN: true })
const crop: fc.Arbitrary<Crop> = fc.record({ x: share, y: share, zoom: fc.double({ min: 0.01, max: 50, noNaN: true }) })
const near = 6

test('the frame has the shape of its place, and lies in the picture wherever the picture is larger', () => {
  fc.assert(
    fc.property(size, ratio, crop, (picture, shape, any) => {
      const allowed = clamped(picture, shape, any)
      expect(allowed.zoom).toBeGreaterThanOrEqual(fullZoom(picture, shape))
      expect(allowed.zoom).toBeLessThanOrEqual(NEAREST)
      const { left, top, width, height } = frameOf(picture, shape, allowed)
      expect(width / height / shape).toBeCloseTo(1, near)
      for (const [start, length, size] of [
        [left, width, picture.width],
        [top, height, picture.height],
      ] as const) {
        const isWithin = start >= -1e-6 && start + length <= size + 1e-6
        const isInTheMiddle = Math.abs(start + length / 2 - size / 2) < 1e-4
        expect(length < size ? isWithin : isInTheMiddle).toBe(true)
      }
      expect(clamped(picture, shape, allowed)).toEqual(allowed)
    }),
  )
})

test('at first as much as the shape lets is in sight; at the least zoom all is', () => {
  fc.assert(
    fc.property(size, ratio, (picture, shape) => {
      const most = frameOf(picture, shape, MIDDLE)
      expect(Math.max(most.width / picture.width, most.height / picture.height)).toBeCloseTo(1, near)
      const frame = frameOf(picture, shape, { ...MIDDLE, zoom: fullZoom(picture, shape) })
      expect(Math.min(frame.width / picture.width, frame.height / picture.height)).toBeCloseTo(1, near)
    }),
  )
})

test('to and fro inside the picture ends where it began; zooming keeps the point that is pinched', () => {
  const picture = { width: 4000, height: 3000 }
  const start = { x: 0.5, y: 0.5, zoom: 3 }
  const back = moveCrop(picture, 1.5, moveCrop(picture, 1.5, start, 0.2, -0.1), -0.2, 0.1)
  expect(back.x).toBeCloseTo(start.x, 9)
  expect(back.y).toBeCloseTo(start.y, 9)
  // To the right with the hand: what lay left of it comes into sight.
  expect(moveCrop(picture, 1.5, start, 0.2, 0).x).toBeLessThan(start.x)
  const at = { x: 0.25, y: 0.7 }
  const pointed = (of: Crop) => {
    const frame = frameOf(picture, 1.5, of)
    return [frame.left + at.x * frame.width, frame.top + at.y * frame.height]
  }
  const [before, after] = [pointed(start), pointed(zoomed(picture, 1.5, start, 1.4, at))]
  expect(after[0]).toBeCloseTo(before[0]!, 6)
  expect(after[1]).toBeCloseTo(before[1]!, 6)
})

test('what is sent is neither enlarged nor larger than its place needs', () => {
  fc.assert(
    fc.property(size, size, (frame, place) => {
      const sent = sentSize(frame, place)
      expect(sent.width).toBeLessThanOrEqual(frame.width)
      expect(sent.height).toBeLessThanOrEqual(frame.height)
      const spare = Math.min(sent.width - place.width, sent.height - place.height)
      expect(spare < 1 || sent.width === frame.width || sent.height === frame.height).toBe(true)
    }),
  )
  expect(sentSize({ width: 4000, height: 3000 }, { width: 1000, height: 1500 })).toEqual({ width: 2000, height: 1500 })
  expect(sentSize({ width: 300, height: 200 }, { width: 1000, height: 1500 })).toEqual({ width: 300, height: 200 })
})

test('a shape that is a pixel off is that shape', () => {
  expect(hasShape({ width: 1000, height: 1500 }, 2 / 3)).toBe(true)
  expect(hasShape({ width: 781, height: 439 }, 16 / 9)).toBe(true)
  expect(hasShape({ width: 800, height: 600 }, 16 / 9)).toBe(false)
})
