/**
 * An error's words without personal data: mail addresses, numbers of seven digits and more (of phones, cards, accounts),
 * secrets and tokens, and what follows `?` and `#` in an address. Names cannot be known by their form: an erasure finds
 * them. Every pattern begins where nothing of its kind stands before, or is bounded: twice the words take twice as long.
 */
export function masked(text: string): string {
  return withoutNumbers(
    withoutEmails(withoutTails(storable(text)))
      .replace(NAMED_SECRET, '$1$2[secret]')
      .replace(BEARER, '$1 [secret]')
      .replace(JWT, '[token]')
      .replace(UUID, '[id]')
      .replace(OPAQUE, '[token]'),
  )
}

/** Neither NUL nor half a character can be stored. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const ADDRESS = /[^\s"'`<>(){}]+/g
const withoutTails = (text: string) =>
  text.replace(ADDRESS, (address) => {
    const slash = address.indexOf('/')
    const path = slash < 0 ? address : address.slice(0, slash) + address.slice(slash).replace(/[?#].*/s, '')
    return address.length > path.length + 1 ? `${path}?…` : address
  })

/** As written, or as in an address; a top-level domain begins with a letter, so that a package's version is none. */
const AT_DOMAIN = /(?:@|%40)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,60}\p{L}[\p{L}\p{N}-]{1,62}/giu
const BEFORE_LOCAL = /[\s@<>"(),:;[\]\\/=?&]/
const LOCAL_MOST = 128
/** From the @ backwards: forwards, every character of a long text would be tried as an address's first. */
function withoutEmails(text: string): string {
  let result = ''
  let done = 0
  for (const { index, 0: domain } of text.matchAll(AT_DOMAIN)) {
    let start = index
    while (start > done && index - start < LOCAL_MOST && !BEFORE_LOCAL.test(text[start - 1]!)) start--
    result += `${text.slice(done, start)}[email]`
    done = index + domain.length
  }
  return result + text.slice(done)
}

const NAMED_SECRET =
  /(\b\w{0,20}(?:password|passwd|secret|token|authorization|api[_-]?key|cookie)|\b(?:pin|otp|cvv|cvc|pwd))(["']?\s{0,3}[:=]\s{0,3})(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|(?:(?:Bearer|Basic)\s+)?[^\s,;&"'})\]]{1,500})/gi
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi
const JWT = /(?<![\w-])eyJ[\w-]{5,}(?:\.[\w-]+){1,4}/g
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** Letters and digits without a gap that no person would write; the name of a script is none. */
const OPAQUE = /(?<![\w-])(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[a-z])[\w-]{24,}(?![\w-])(?!\.(?:[mc]?[jt]sx?|css)\b)/gi

const NUMBER = /\+?\p{Nd}(?:[\s().\-/]{0,3}\p{Nd}){6,}/gu
const DAY = /^\d{4}-\d\d-\d\d$/
const withoutNumbers = (text: string) =>
  // A line's end parts two numbers: stacks have one place a line.
  text
    .split('\n')
    .map((line) => line.replace(NUMBER, (number) => (DAY.test(number) ? number : '[number]')))
    .join('\n')
