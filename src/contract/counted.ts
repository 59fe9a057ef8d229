/** Formats a count with its noun: `1 payment`, `2,000 payments`, `3 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${showCount(count)} ${count === 1 ? one : many}`

/**
 * Formats a number for people: 1,234,567 or −1,234, with up to three decimals. Files have plain numbers.
 *
 * Avoids `toLocaleString`: its first call loads the browser's number formats for 10 ms or more during a screen's first paint.
 */
export function showCount(value: number): string {
  const [integer = '', decimals] = String(Math.round(Math.abs(value) * 1000) / 1000).split('.')
  const groups: string[] = []
  for (let end = integer.length; end > 0; end -= 3) groups.unshift(integer.slice(Math.max(0, end - 3), end))
  return `${value < 0 ? '−' : ''}${groups.join(',')}${decimals ? `.${decimals}` : ''}`
}
