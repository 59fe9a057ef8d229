/** Characters for codes that people read out, type and print, without look-alikes (0 O Q D, 1 I L, 5 S, 8 B, 2 Z). */
export const CODE_ALPHABET = '34679ACEFGHJKMNPRTUVWXY'

/** Bytes at or above this limit are skipped: they would make the first characters likelier than the others. */
const FAIR = Math.floor(256 / CODE_ALPHABET.length) * CODE_ALPHABET.length

/** Returns a random code. @param bytes returns that many random bytes */
export function randomCode(length: number, bytes: (count: number) => Uint8Array): string {
  let code = ''
  while (code.length < length)
    for (const byte of bytes(length * 2))
      if (byte < FAIR && code.length < length) code += CODE_ALPHABET[byte % CODE_ALPHABET.length]
  return code
}

/** Returns a link to the shop with the code. */
export const withCode = (link: string, code: string): string => {
  const url = new URL(link)
  url.searchParams.set('referral_code', code)
  return url.href
}
