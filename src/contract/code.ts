/** Codes that people read out, type and print: nothing in them can be taken for something else (0 O Q D, 1 I L, 5 S, 8 B, 2 Z). */
export const CODE_ALPHABET = '34679ACEFGHJKMNPRTUVWXY'

/** Bytes from here on would make the first letters likelier than the others. */
const FAIR = Math.floor(256 / CODE_ALPHABET.length) * CODE_ALPHABET.length

/** A random code. @param bytes answers that many random bytes */
export function randomCode(length: number, bytes: (count: number) => Uint8Array): string {
  let code = ''
  while (code.length < length)
    for (const byte of bytes(length * 2))
      if (byte < FAIR && code.length < length) code += CODE_ALPHABET[byte % CODE_ALPHABET.length]
  return code
}

/** A link to the shop that carries the code. */
export const withCode = (link: string, code: string): string => {
  const url = new URL(link)
  url.searchParams.set('referral_code', code)
  return url.href
}
