import { showNaira } from './money.ts'

/** Error for text that is not a number, or could mean two numbers. */
export const UNCLEAR = 'Enter a number such as 12,000 or 12,000.50. Commas separate thousands.'

/**
 * Parses a number from a form or file, with up to two decimals: `12,000`, `₦12,000.50`, `NGN 1 250`, `-200`, `1.250,50`. Commas
 * group thousands and a dot is the decimal sign.
 * @returns NaN for empty text, other text, and text that could mean two numbers, such as `12,50` and `2.500`
 */
export function typedNumber(text: string): number {
  const bare = text
    .trim()
    .replace(/^−/, '-')
    .replace(/^(-?)(?:₦|NGN|N)\s?(?=[-\d.])|\s?(?:₦|NGN)$/gi, '$1')
    .replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, '$1')
    .replace(/\.?[-–]$/, '')
  if (/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$|^-?\.\d{1,2}$/.test(bare)) return Number(bare.replaceAll(',', ''))
  if (/^-?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'))
  return NaN
}

type Wanted = {
  /** Error for an empty field. */
  empty: string
  /** Returns the error for a number, if any. */
  wrong: (value: number) => string | undefined
}
/** Returns the error for a typed number; undefined if it is valid. */
export function typedProblem(text: string, { empty, wrong }: Wanted): string | undefined {
  if (text.trim() === '') return empty
  const value = typedNumber(text)
  return Number.isNaN(value) ? UNCLEAR : wrong(value)
}

/** Formats a number for a form field: 12,000 or 12,000.50; empty for null. */
export const asTyped = (value: number | null): string =>
  value === null ? '' : `${value < 0 ? '-' : ''}${showNaira(Math.abs(value)).slice(1)}`
