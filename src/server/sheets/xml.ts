import { reasons, Unreadable } from './limits.ts'

/** Tag without its prefix, with its attributes; or text, possibly in several pieces. */
export type Token = { open: string; attributes: string; isEmpty: boolean } | { close: string } | { text: string }

/** Longest tag of a workbook. */
const MARK_MOST = 64 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi
/** Incomplete entity at the end, of the greatest length. */
const CUT_ENTITY = /&[#\w]{0,9}$/

const sign = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
const plain = (text: string) =>
  text.includes('&')
    ? text.replace(ENTITY, (written, hex, decimal, name) =>
        hex ? sign(Number.parseInt(hex, 16)) : decimal ? sign(Number(decimal)) : (ENTITIES[name] ?? written),
      )
    : text

const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Returns attributes by their names without prefixes. */
export const attributesOf = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [
      name!.slice(name!.indexOf(':') + 1),
      plain(double ?? single ?? ''),
    ]),
  )

/**
 * Splits XML into tokens, with one token in memory. Rejects document types, and so custom entities, which only
 * attackers use.
 */
export async function* tokensOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Token> {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    rest += decoder.decode(chunk, { stream: true })
    let at = 0
    for (;;) {
      const [token, next] = tokenAt(rest, at)
      if (next === at) break
      at = next
      if (token) yield token
    }
    rest = rest.slice(at)
    if (rest.length > MARK_MOST) throw new Unreadable(reasons.broken)
  }
  if (rest.trim()) throw new Unreadable(reasons.broken)
}

/** Detects UTF-16 by its mark or its first character; otherwise UTF-8, as the format requires. */
const encodingOf = (beginning: Buffer): string => {
  const first = beginning.toString('latin1', 0, 2)
  return ['\u00ff\u00fe', '<\0'].includes(first)
    ? 'utf-16le'
    : ['\u00fe\u00ff', '\0<'].includes(first)
      ? 'utf-16be'
      : 'utf-8'
}

/** Returns the token at a place, and the place of the next; the same place if the token is incomplete. */
function tokenAt(text: string, at: number): [Token | undefined, number] {
  if (at >= text.length) return [undefined, at]
  if (text[at] !== '<') {
    const end = text.indexOf('<', at)
    if (end >= 0) return [{ text: plain(text.slice(at, end)) }, end]
    const cutEntity = CUT_ENTITY.exec(text.slice(-12))
    const until = cutEntity ? text.length - cutEntity[0].length : text.length
    return until > at ? [{ text: plain(text.slice(at, until)) }, until] : [undefined, at]
  }
  if (text.startsWith('<!--', at)) return passed(text, at, '-->')
  if (text.startsWith('<?', at)) return passed(text, at, '?>')
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at)
    return end < 0 ? [undefined, at] : [{ text: text.slice(at + 9, end) }, end + 3]
  }
  if (text.startsWith('<!', at) && text.length - at >= 9) throw new Unreadable(reasons.broken)
  const end = endOf(text, at)
  if (end < 0) return [undefined, at]
  return [markOf(text.slice(at + 1, end)), end + 1]
}

function passed(text: string, at: number, mark: string): [undefined, number] {
  const end = text.indexOf(mark, at)
  return [undefined, end < 0 ? at : end + mark.length]
}

/** Returns the end of a tag, ignoring `>` within quotes. */
function endOf(text: string, at: number): number {
  for (let from = at; ;) {
    const end = text.indexOf('>', from)
    if (end < 0) return -1
    const quote = /["']/.exec(text.slice(from, end))
    if (!quote) return end
    const closed = text.indexOf(quote[0], from + quote.index + 1)
    if (closed < 0) return -1
    from = closed + 1
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function markOf(mark: string): Token {
  if (mark[0] === '/') return { close: local(mark.slice(1).trim()) }
  const isEmpty = mark.endsWith('/')
  const inner = isEmpty ? mark.slice(0, -1) : mark
  const space = inner.search(/\s/)
  if (space < 0) return { open: local(inner), attributes: '', isEmpty }
  return { open: local(inner.slice(0, space)), attributes: inner.slice(space), isEmpty }
}
