/** How many of what there are: `1 payment`, `2,000 payments`, `3 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${showCount(count)} ${count === 1 ? one : many}`

/**
 * 1,234,567 or −1,234, with at most three decimals, for people: a file has plain numbers. Not by `toLocaleString`, whose first call loads the browser's rules of numbers for
 * 10 ms and more, in the midst of a screen's first paint.
 */
export function showCount(value: number): string {
  const [integer = '', decimals] = String(Math.round(Math.abs(value) * 1000) / 1000).split('.')
  const groups: string[] = []
  for (let end = integer.length; end > 0; end -= 3) groups.unshift(integer.slice(Math.max(0, end - 3), end))
  return `${value < 0 ? '−' : ''}${groups.join(',')}${decimals ? `.${decimals}` : ''}`
}
