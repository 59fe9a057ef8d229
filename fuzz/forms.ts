import type { Chance } from './chance.ts'
import type { Schema } from './document.ts'
import { nasty } from './nasty.ts'
import type { Sample } from './values.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const GIF =
  'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;'
const bytes = (text: string) => Buffer.from(text, 'latin1')

const FILES: readonly ((chance: Chance) => Buffer)[] = [
  () => PNG,
  () => Buffer.alloc(0),
  () => bytes(GIF),
  (chance) => PNG.subarray(0, chance.int(1, PNG.length)),
  () => bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  () => bytes('II*\0\x08\0\0\0'),
  () => bytes('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'),
  (chance) => Buffer.from(Array.from({ length: chance.int(1, 5000) }, () => chance.int(0, 255))),
  () => bytes('%PDF-1.7'),
  () => Buffer.alloc(2_000_000, 65),
]
const FILE_NAMES = [
  'a.png',
  '../../x.png',
  'a\\b.gif',
  '',
  `${'x'.repeat(500)}.png`,
  '\u0000.png',
  '<b>.png',
  'a"b.png',
]
const FIELD_NAMES = ['__proto__', 'constructor', '', 'x'.repeat(300)]
const TYPES = ['image/png', 'text/html', 'application/x-php', '']
const BOUNDARIES = ['fuzz', 'a'.repeat(60), '----x']
const WRONG_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  'multipart/mixed; boundary=fuzz',
  'application/json',
]

export const asText = (value: unknown): string =>
  value !== null && typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)

/** A form with its file; a wrong one breaks off, has fields of other names, no file or two, or says it is another type. */
export function formOf(chance: Chance, sample: Sample, schema: Schema, tag: string, isWrong: boolean) {
  const boundary = chance.pick(BOUNDARIES)
  const wrong = (probability: number) => isWrong && chance.happens(probability)
  const part = (head: string, body: Buffer) =>
    Buffer.concat([bytes(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), body, bytes('\r\n')])
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== 'file' && chance.happens(0.85))
    .map(([name, one]) => {
      const value = wrong(0.25) ? nasty(chance) : sample(one, { name, tag })
      return part(`name="${wrong(0.05) ? chance.pick(FIELD_NAMES) : name}"`, Buffer.from(asText(value)))
    })
  const files = Array.from({ length: isWrong ? chance.pick([0, 1, 1, 2]) : 1 }, () => {
    const name = wrong(0.1) ? 'other' : 'file'
    const head = `name="${name}"; filename="${chance.pick(FILE_NAMES)}"\r\nContent-Type: ${chance.pick(TYPES)}`
    return part(head, isWrong ? chance.pick(FILES)(chance) : PNG)
  })
  const complete = Buffer.concat([...fields, ...files, bytes(`--${boundary}--\r\n`)])
  return {
    body: wrong(0.15) ? complete.subarray(0, chance.int(0, complete.length)) : complete,
    type: wrong(0.08) ? chance.pick(WRONG_TYPES) : `multipart/form-data; boundary=${boundary}`,
  }
}
