import { showCount } from './counted.ts'

/** The only module that converts money: kobo (integers) inside, naira with up to two decimals on the wire and on screen. */
const KOBO_PER_NAIRA = 100

export const toKobo = (naira: number): number => Math.round(naira * KOBO_PER_NAIRA)
export const toNaira = (kobo: number): number => kobo / KOBO_PER_NAIRA

/**
 * Whether an amount in naira or percent has at most two decimals. Tolerates rounding errors in the last bits, such as those of
 * 0.1 + 0.2.
 */
export const isHundredths = (value: number): boolean =>
  Math.abs(value - Math.round(value * 100) / 100) <= Math.max(1e-9, Math.abs(value) * 2 ** -50)

/** Formats naira as ₦1,234 or ₦1,234.50. */
export function showNaira(naira: number): string {
  const [integer, decimals] = Math.abs(naira).toFixed(2).split('.')
  return `${naira < 0 ? '−' : ''}₦${showCount(Number(integer))}${Number.isInteger(naira) ? '' : `.${decimals}`}`
}
