import * as z from 'zod/mini'

let segmenter: Intl.Segmenter | undefined
/** Where each character of a text starts, as people see them: a letter with its marks, or an emoji of several parts. */
function* startsIn(text: string) {
  // Made when a text needs it: few do.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { index } of segmenter.segment(text)) yield index
}

/** UTF-16 units of a text for each of its characters at most: marks can be stacked without end. */
const UNITS = 8

/** The longest that a text of so many characters can be, in UTF-16 units as `maxlength` of HTML counts them. */
export const unitsOf = (most: number): number => most * UNITS

/** Whether a text has at most so many characters. */
export function hasAtMost(text: string, most: number): boolean {
  if (text.length <= most || text.length > unitsOf(most)) return text.length <= most
  let count = 0
  for (const _ of startsIn(text)) if (++count > most) return false
  return true
}

/** How many characters a text has. */
export const countCharacters = (text: string): number => [...startsIn(text)].length

/** A text that is longer than is shown, cut between two characters. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const starts = [...startsIn(text.slice(0, unitsOf(most)))]
  const fits = text.length <= unitsOf(most) && starts.length <= most
  return fits ? text : `${text.slice(0, starts[most - 1]).trimEnd()}…`
}

/** A check of a text's characters; the API's document has their number. */
export function atMost(most: number, message = `At most ${most} characters`) {
  const check = z.check<string>(({ value, issues }) => {
    if (!hasAtMost(value, most)) issues.push({ code: 'custom', input: value, message })
  })
  check._zod.onattach.push(({ _zod: { bag } }) => void (bag.maximum = most))
  return check
}
