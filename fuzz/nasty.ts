import type { Chance } from './chance.ts'

/** Values that have broken programs before. */
// oxfmt-ignore
const TEXTS: readonly string[] = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202e\u200b', '😀'.repeat(50), "'", "' or '1'='1",
  '"; drop table admins; --', '%', '_', '\\', '%00', '%n%s', '../../etc/passwd', '..\\..\\', '<script>alert(1)</script>',
  '{{7*7}}', '${7*7}', '=1+1', '__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '-1', '0', '1e309',
  '0x10', '1e1000', '99999999999999999999', '2147483648', '9223372036854775808', '\r\nX-Injected: 1', '\u001b[31m',
  'a'.repeat(201), 'a'.repeat(2001), 'A'.repeat(40_000), 'javascript:alert(1)', 'http://[::1]', '//evil.example',
  'http://', 'ftp://x.example/a.png', '2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', '-271821-04-20',
  '+275760-09-13', '10000-01-01', '2026-11-22T25:61:61Z', '2026-11-22T10:00:00+99:99', '1900-01-01', '٣', '１２', 'İ',
  'ﬀ', 'a@b', 'a@b.c', '"a b"@x.example', '@', `${'a'.repeat(64)}@${'b'.repeat(250)}.example`, ',', ',,,', 'a,b,c', '*',
  '\ufeff', '\u2028', '~', '|',
]
// oxfmt-ignore
const NUMBERS: readonly number[] = [
  0, -1, 1, -0, 0.1, -0.01, 1.005, 1e-7, 1e21, 1e308, -1e308, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53,
  2 ** 53 + 2, -(2 ** 53), 2 ** 63, 2 ** 64, 1e19, 100, 101, 1_000_000, 1_000_001, 123_456_789_012,
]
// oxfmt-ignore
const OTHERS: readonly unknown[] = [
  null, true, false, [], {}, [[]], [null], { a: 1 }, '', 0, -1, 'x', [{}], { length: 5 }, { toString: 1 }, [1, 2, 3],
  ['__proto__'],
]
const KEYS = ['__proto__x', 'constructor', 'id', 'version', 'permissions', 'extra']

export const nasty = (chance: Chance): unknown => chance.pick(chance.pick<readonly unknown[]>([TEXTS, NUMBERS, OTHERS]))

/** The value with one place in it made wrong. */
export function spoil(chance: Chance, value: unknown): unknown {
  const places: string[][] = []
  const walk = (one: unknown, path: string[]) => {
    places.push(path)
    if (one && typeof one === 'object') for (const [key, inner] of Object.entries(one)) walk(inner, [...path, key])
  }
  walk(value, [])
  const path = chance.pick(places)
  const copy = structuredClone(value) as Record<string, unknown>
  const key = path.at(-1)
  if (key === undefined)
    return copy && typeof copy === 'object' && chance.happens(0.5)
      ? { ...copy, [chance.pick(KEYS)]: nasty(chance) }
      : nasty(chance)
  const parent = path.slice(0, -1).reduce((at, step) => at[step] as Record<string, unknown>, copy)
  const old = parent[key]
  if (chance.happens(0.15)) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  } else if (typeof old === 'string' && chance.happens(0.5)) parent[key] = chance.pick(TEXTS)
  else if (typeof old === 'number' && chance.happens(0.5)) parent[key] = chance.pick(NUMBERS)
  else if (Array.isArray(old) && chance.happens(0.3))
    parent[key] = Array.from({ length: chance.int(0, 300) }, () => old[0] ?? nasty(chance))
  else parent[key] = nasty(chance)
  return copy
}
