import { showCount } from './counted.ts'

/** The one module of money: kobo (integers) inside, naira with at most two decimals on the wire and on screen. */
const KOBO_PER_NAIRA = 100

export const toKobo = (naira: number): number => Math.round(naira * KOBO_PER_NAIRA)
export const toNaira = (kobo: number): number => kobo / KOBO_PER_NAIRA

/** ₦1,234 or ₦1,234.50 */
export function showNaira(naira: number): string {
  const [whole, decimals] = Math.abs(naira).toFixed(2).split('.')
  return `${naira < 0 ? '−' : ''}₦${showCount(Number(whole))}${Number.isInteger(naira) ? '' : `.${decimals}`}`
}
