/** Lengths in bytes of the GIF89a parts that are walked over. */
const HEADER = 13
const IMAGE_DESCRIPTOR = 10
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Whether a GIF goes on to its end mark. Decoders take one that broke off for a shorter animation, so the parts are
 * walked over here.
 */
export function isCompleteGif(gif: Buffer): boolean {
  let at = HEADER + colours(gif[10] ?? 0)
  const skipBlocks = () => {
    for (let length = gif[at]; length; length = gif[at]) at += 1 + length
    at += 1
  }
  while (at < gif.length) {
    const mark = gif[at]
    if (mark === 0x3b) return true
    if (mark === 0x21) at += 2
    else if (mark === 0x2c) at += IMAGE_DESCRIPTOR + colours(gif[at + 9] ?? 0) + 1
    else return false
    skipBlocks()
  }
  return false
}
