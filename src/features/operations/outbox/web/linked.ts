export type Piece = { text: string; url?: string }

/** A text cut into plain pieces and the web addresses in it. A full stop or bracket after one is not part of it. */
export function linked(text: string): Piece[] {
  const parts: Piece[] = []
  let from = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) })
    parts.push({ text: match[0], url: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
