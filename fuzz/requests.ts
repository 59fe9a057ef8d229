import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CallerName } from './callers.ts'
import type { Chance } from './chance.ts'
import type { Operation } from './document.ts'
import { feedLines } from './feed-lines.ts'
import { asText, formOf } from './forms.ts'
import type { Known } from './known.ts'
import { nasty, spoil } from './nasty.ts'
import type { Sample } from './values.ts'

/** What is wrong with a request: nothing, or its path, query, body, the body's form, or headers. */
type How = 'valid' | 'path' | 'query' | 'body' | 'raw' | 'headers'
export type Request = {
  operationId: string
  /** Whose it is; `anonymous` where its credential is no good. */
  caller: CallerName
  how: How
  method: string
  path: string
  /** Without the caller's credential, which goes with it when it is sent. */
  headers: Record<string, string>
  body?: Buffer
}

type Making = {
  chance: Chance
  sample: Sample
  known: Known
  operations: readonly Operation[]
  protectedIds: ProtectedIds
}
/** Of the fuzzer's own people, roles and keys, by feature: they outlive the run. */
export type ProtectedIds = ReadonlyMap<string, ReadonlySet<number>>

const WRONG: readonly How[] = ['path', 'query', 'body', 'body', 'body', 'raw', 'headers']
const NO_ID = '2147480000'
const BAD_PATHS = ['%00', '%2e%2e', '%2F', '..', '%c0%af', '%', '%zz', '%ff']
// oxfmt-ignore
const BAD_QUERIES = [
  '__proto__[a]=1', 'constructor=1', '%00=1', '=', '&&', 'a'.repeat(3000), 'page=-1', 'page=1e400', 'perPage=1000',
  'sort=__proto__', 'columns=__proto__', '%ff=%ff', '%zz',
]
const BAD_HEADERS: readonly ((chance: Chance) => Record<string, string>)[] = [
  () => ({ accept: 'text/html' }),
  () => ({ 'accept-encoding': 'br' }),
  () => ({ range: 'bytes=9-2' }),
  () => ({ range: 'bytes=-' }),
  () => ({ 'if-none-match': '*' }),
  () => ({ 'if-none-match': 'W/"x"'.repeat(200) }),
  () => ({ 'x-http-method-override': 'DELETE' }),
  () => ({ 'accept-language': '\u00e9'.repeat(10) }),
  (chance) => ({ 'idempotency-key': 'x'.repeat(chance.int(1, 3000)) }),
  (chance) => ({
    authorization: chance.pick([
      'Bearer',
      'Bearer ',
      'Basic eDp5',
      'mqf_x',
      'mqt_x',
      `Bearer ${'a.'.repeat(500)}`,
      'null',
    ]),
  }),
  () => ({ 'x-forwarded-for': '1.2.3.4' }),
  () => ({ 'x-forwarded-host': 'evil.example' }),
  () => ({ cookie: 'a=b' }),
  () => ({ 'user-agent': '' }),
]
// oxfmt-ignore
const BAD_TYPES = [
  'text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/x-ndjson',
  'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '*/*',
]

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
// oxfmt-ignore
const BAD_JSON: readonly ((valid: unknown) => string)[] = [
  () => '', () => '{', () => '[', () => 'null', () => '"x"', () => '1', () => 'true', () => '{}', () => '[]',
  () => deep(9000), () => `{"x":${deep(9000)}}`, () => '{"a":1,}', () => "{'a':1}",
  () => '{"__proto__":{"userType":"SUPERADMIN"}}', () => '\ufeff{}', () => '{"a":1e999}', () => '{"a":"\\ud800"}',
  () => '{"a":"\\u0000"}', (valid) => JSON.stringify(valid).slice(0, -2), (valid) => `${JSON.stringify(valid)}x`,
  (valid) => JSON.stringify([valid, valid]), (valid) => JSON.stringify({ ...Object(valid), x: 'y'.repeat(300_000) }),
]

const HALF = '%ED%A0%80'
const encoded = (value: unknown): string => {
  try {
    return encodeURIComponent(asText(value))
  } catch {
    return HALF
  }
}

/** One request in four has nothing wrong with it, as far as the document says, unless it is said `how` it is wrong. */
export function makeRequest(
  making: Making,
  operation: Operation,
  caller: CallerName,
  how: How = making.chance.happens(0.25) ? 'valid' : making.chance.pick(WRONG),
): Request {
  const { chance } = making
  const headers: Record<string, string> = {}
  const address = addressOf(making, operation, how)
  if (operation.method === 'POST' && chance.happens(0.3))
    headers['idempotency-key'] = `fuzz-${chance.int(1, 40)}${chance.happens(0.5) ? chance.chars(8) : ''}`
  const { type, body } = bodyOf(making, operation, how)
  if (type) headers['content-type'] = type
  if (how === 'headers') Object.assign(headers, chance.pick(BAD_HEADERS)(chance))
  const { operationId, method } = operation
  return {
    operationId,
    caller: headers.authorization === undefined ? caller : 'anonymous',
    how,
    method,
    path: address,
    headers,
    ...(body && { body }),
  }
}

function addressOf(making: Making, operation: Operation, how: How): string {
  const { chance, sample, operations } = making
  const query: string[] = []
  let path = operation.path
  for (const { name, in: where, required, schema } of operation.parameters) {
    const value = sample(schema, { name, tag: operation.tag })
    if (where === 'path') path = path.replace(`{${name}}`, () => segmentOf(making, operation, value, how))
    else if (required ? !(how === 'query' && chance.happens(0.1)) : chance.happens(0.6)) {
      query.push(
        `${encodeURIComponent(name)}=${encoded(how === 'query' && chance.happens(0.5) ? nasty(chance) : value)}`,
      )
      if (how === 'query' && chance.happens(0.1)) query.push(`${encodeURIComponent(name)}=${encoded(nasty(chance))}`)
    }
  }
  if (how === 'query' && chance.happens(0.2)) query.push(chance.pick(BAD_QUERIES))
  // A value may be the name of another call: the answer would be that one's.
  const isAnothers = operations.some((other) => other !== operation && other.path === path)
  if (isAnothers) path = operation.path.replaceAll(/\{\w+\}/g, NO_ID)
  return query.length ? `${path}?${query.join('&')}` : path
}

function segmentOf({ chance, protectedIds }: Making, { tag }: Operation, value: unknown, how: How): string {
  if (how === 'path' && chance.happens(0.1)) return chance.pick(BAD_PATHS)
  const one = how === 'path' && chance.happens(0.8) ? nasty(chance) : value
  if (protectedIds.get(tag)?.has(Number(asText(one)))) return NO_ID
  return encoded(one) || '%20'
}

function bodyOf(making: Making, operation: Operation, how: How): { type?: string; body?: Buffer } {
  const { chance, sample, known } = making
  const { form, json, tag, method } = operation
  if (form) return formOf(chance, sample, form, tag, how !== 'valid')
  if (json) {
    const isFeed = operation.operationId === 'feed.ingest'
    const valid = isFeed ? feedLines(chance, known) : sample(json, { name: '', tag })
    const type = how === 'headers' && chance.happens(0.5) ? chance.pick(BAD_TYPES) : 'application/json'
    if (how === 'raw' && chance.happens(0.1)) return { type, body: Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d]) }
    return { type, body: Buffer.from(withoutHosts(textOf(chance, valid, how))) }
  }
  if (method !== 'GET' && how === 'raw')
    return {
      type: chance.pick(['application/json', 'text/plain']),
      body: Buffer.from(chance.pick(['{}', '[1]', '{"a":', deep(9000)])),
    }
  return {}
}

function textOf(chance: Chance, valid: unknown, how: How): string {
  if (how === 'raw') return chance.pick(BAD_JSON)(valid)
  const sent = how === 'body' ? spoil(chance, chance.happens(0.3) ? spoil(chance, valid) : valid) : valid
  return JSON.stringify(sent) ?? 'null'
}

/** Nothing outside this machine is asked for anything: `.example` is nobody's (RFC 2606). */
const withoutHosts = (text: string) =>
  text.replace(/https?:\/\/(?!(?:[\w.-]*\.example|\[::1\]|127\.|localhost)[/"?#:])[^\s"\\/]+/gi, 'https://x.example')

/** A request in one word, to send it again. */
export const packed = ({ body, ...request }: Request): string =>
  deflateRawSync(JSON.stringify({ ...request, ...(body && { body: body.toString('base64') }) })).toString('base64url')

export function unpacked(word: string): Request {
  const { body, ...request } = JSON.parse(inflateRawSync(Buffer.from(word, 'base64url')).toString())
  return { ...request, ...(body !== undefined && { body: Buffer.from(body, 'base64') }) }
}
