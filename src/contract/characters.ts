import * as z from 'zod/mini'

let segmenter: Intl.Segmenter | undefined
/** Yields the start of each character as people see it: a letter with its marks, or an emoji of several parts. */
function* startsIn(text: string) {
  // Because few texts need it, it is created on first use.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { index } of segmenter.segment(text)) yield index
}

/** Maximum UTF-16 units per character. Otherwise marks could be stacked without limit. */
const UNITS = 8

/** Returns the maximum length of a text of so many characters, in UTF-16 units as HTML's `maxlength` counts. */
export const unitsOf = (most: number): number => most * UNITS

/** Whether a text has at most `most` characters. */
export function hasAtMost(text: string, most: number): boolean {
  if (text.length <= most || text.length > unitsOf(most)) return text.length <= most
  let count = 0
  for (const _ of startsIn(text)) if (++count > most) return false
  return true
}

/** Counts the characters of a text. */
export const countCharacters = (text: string): number => [...startsIn(text)].length

/** Shortens a text between two characters. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const starts = [...startsIn(text.slice(0, unitsOf(most)))]
  const fits = text.length <= unitsOf(most) && starts.length <= most
  return fits ? text : `${text.slice(0, starts[most - 1]).trimEnd()}…`
}

/** Checks the number of characters of a text. The API document includes the limit. */
export function atMost(most: number, message = `Enter up to ${most} characters`) {
  const check = z.check<string>(({ value, issues }) => {
    if (!hasAtMost(value, most)) issues.push({ code: 'custom', input: value, message })
  })
  check._zod.onattach.push(({ _zod: { bag } }) => void (bag.maximum = most))
  return check
}
