/** The one module of money: kobo (integers) inside, naira with at most two decimals on the wire and on screen. */
const KOBO_PER_NAIRA = 100

export const toKobo = (naira: number): number => Math.round(naira * KOBO_PER_NAIRA)
export const toNaira = (kobo: number): number => kobo / KOBO_PER_NAIRA

/** ₦1,234 or ₦1,234.50 */
export const showNaira = (naira: number): string =>
  `${naira < 0 ? '−' : ''}₦${Math.abs(naira).toLocaleString('en-NG', {
    minimumFractionDigits: Number.isInteger(naira) ? 0 : 2,
    maximumFractionDigits: 2,
  })}`
