import { showCount } from './counted.ts'

/** The one module of money: kobo (integers) inside, naira with at most two decimals on the wire and on screen. */
const KOBO_PER_NAIRA = 100

export const toKobo = (naira: number): number => Math.round(naira * KOBO_PER_NAIRA)
export const toNaira = (kobo: number): number => kobo / KOBO_PER_NAIRA

/**
 * Whether a number, of naira or of percent, has at most two decimals. What a sum of decimals is off in its last bits is none of
 * them: 0.1 + 0.2.
 */
export const isHundredths = (value: number): boolean =>
  Math.abs(value - Math.round(value * 100) / 100) <= Math.max(1e-9, Math.abs(value) * 2 ** -50)

/** ₦1,234 or ₦1,234.50 */
export function showNaira(naira: number): string {
  const [integer, decimals] = Math.abs(naira).toFixed(2).split('.')
  return `${naira < 0 ? '−' : ''}₦${showCount(Number(integer))}${Number.isInteger(naira) ? '' : `.${decimals}`}`
}
