import { describe, expect, test } from 'vitest'
import { fingerprintOf, normalised, topFrames } from './fingerprint.ts'

const V8 = `TypeError: Cannot read properties of undefined (reading 'seats')
    at SeatMap (https://shop.example/assets/seat-map-Bx3f9aQ1.js:41:17)
    at async pay (https://shop.example/assets/checkout-9fk2Lm3Q.js:1:208)
    at node_modules/react-dom/index.js:12:5`
const FIREFOX = `SeatMap@https://shop.example/assets/seat-map-Zz81kQpw.js:41:19
pay@https://shop.example/assets/checkout-00k2Lm3Q.js:1:209`

const error = { origin: 'web', message: 'Seat 14 is gone', stack: V8, component: '/book' } as const
const same = (change: Partial<Parameters<typeof fingerprintOf>[0]>) =>
  fingerprintOf({ ...error, ...change }) === fingerprintOf(error)

describe('equal errors', () => {
  test('differ in numbers, ids, addresses and builds alone', () => {
    expect(same({ message: 'Seat 15 is gone' })).toBe(true)
    expect(same({ stack: V8.replaceAll('Bx3f9aQ1', 'Cy4g0bR2').replace(':41:17', ':43:2') })).toBe(true)
    expect(same({ component: '/book/seats' })).toBe(true)
  })

  test('have one message, one stack and one place where they happen', () => {
    expect(same({ message: 'Seat 14 is taken' })).toBe(false)
    expect(same({ stack: V8.replace('SeatMap (', 'SeatList (') })).toBe(false)
    expect(same({ origin: 'app' })).toBe(false)
  })

  test('without a stack are told apart by their component', () => {
    const plain = { ...error, stack: 'no place in it' }
    expect(fingerprintOf(plain)).toBe(fingerprintOf({ ...plain, stack: '' }))
    expect(fingerprintOf(plain)).not.toBe(fingerprintOf({ ...plain, component: '/checkout' }))
  })

  test('are found by the top of the stack in each browser, without libraries', () => {
    expect(topFrames(V8)).toEqual(['SeatMap seat-map.js', 'async pay checkout.js'])
    expect(topFrames(FIREFOX)).toEqual(['SeatMap seat-map.js', 'pay checkout.js'])
    expect(topFrames('Error: x\n    at open (node_modules/a/index.js:1:2)')).toEqual(['open index.js'])
  })

  test.each([
    ['Order 4711 of [email] at https://shop.example/o/4711', 'Order <n> of <id> at <address>'],
    ['Account [number] and 12', 'Account <n> and <n>'],
    ['trace 9f86d081884c7d65', 'trace <id>'],
    ['Loading /assets/seat-map-Bx3f9aQ1.js failed', 'Loading /assets/seat-map.js failed'],
    ['two\n  lines', 'two lines'],
  ])('%j is compared as %j', (message, compared) => {
    expect(normalised(message)).toBe(compared)
  })
})
