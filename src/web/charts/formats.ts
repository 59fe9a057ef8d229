import { showCount } from '#contract/counted.ts'
import { showNaira } from '#contract/money.ts'
import type { Format } from './types.ts'

const UNITS = [
  [1e9, 'bn'],
  [1e6, 'm'],
  [1e3, 'k'],
] as const

/**
 * Shortens a number to 3 significant digits: 1.2m, 950, 3bn. A value just below the next unit uses that unit: 1m, not
 * 1000k.
 */
export function showShort(value: number): string {
  const size = Math.abs(value)
  const [unit, name] = UNITS.find(([from]) => size >= from * 0.9995) ?? [1, '']
  const scaled = size / unit
  const digits = scaled >= 99.95 || Number.isInteger(scaled) ? 0 : scaled >= 9.995 ? 1 : 2
  return `${value < 0 ? '−' : ''}${Number(scaled.toFixed(digits))}${name}`
}

export const count: Format = { full: showCount, short: showShort, isInteger: true }
export const naira: Format = {
  full: showNaira,
  short: (value) => showShort(value).replace(/^(−?)/, '$1₦'),
}
/** Such as 12.3% or −30%. */
const inPercent = (value: number, digits: number) => `${String(Number(value.toFixed(digits))).replace('-', '−')}%`
export const percent: Format = {
  full: (value) => inPercent(value, 1),
  short: (value) => inPercent(value, 2),
}
