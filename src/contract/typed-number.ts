import { showNaira } from './money.ts'

/** Said of what is no number, or can be two. */
export const UNCLEAR = 'Enter a number such as 12,000 or 12,000.50. Commas separate thousands'

/**
 * A number as people type it and as files have it, with at most two decimals: `12,000`, `₦12,000.50`, `NGN 1 250`, `-200`,
 * `1.250,50`. Commas group thousands and a dot is the decimal sign. NaN for nothing, for other text, and for what can mean two
 * numbers: `12,50`, `2.500`.
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
  /** What is said where nothing is typed. */
  empty: string
  /** What is wrong with a number, in words. */
  wrong: (value: number) => string | undefined
}
/** What is wrong with a number as it is typed; undefined where nothing is. */
export function typedProblem(text: string, { empty, wrong }: Wanted): string | undefined {
  if (text.trim() === '') return empty
  const value = typedNumber(text)
  return Number.isNaN(value) ? UNCLEAR : wrong(value)
}

/** A number as it is typed: 12,000 or 12,000.50; empty where there is none. */
export const asTyped = (value: number | null): string =>
  value === null ? '' : `${value < 0 ? '-' : ''}${showNaira(Math.abs(value)).slice(1)}`
