import { isIP } from 'node:net'
import * as z from 'zod/mini'
import '#contract/validation-messages.ts'

/** Setting: its environment variable, its rule and its description for people. */
export type Setting<T = unknown> = {
  name: string
  schema: z.ZodMiniType<T>
  means: string
  /** Default, in the form of the environment variable. */
  byDefault?: string
  /** Value if not set. */
  unset: T
  isNeeded?: true
  /** Description of the default, if the value alone is not clear. */
  example?: string
  isSecret?: true
}
type Needed<T> = Setting<T> & { isNeeded: true }
/** Settings under their names in code. A connection is a group with required settings. */
export interface Settings {
  readonly [name: string]: Setting | Settings
}
/** Values under the same names. A connection without its required settings is undefined. */
export type Values<S> = {
  [K in keyof S]: S[K] extends Setting<infer T>
    ? T
    : [Extract<S[K][keyof S[K]], { isNeeded: true }>] extends [never]
      ? Values<S[K]>
      : Values<S[K]> | undefined
}

type More = Pick<Setting, 'example' | 'isSecret'>

export const withDefault = <T>(
  name: string,
  schema: z.ZodMiniType<T>,
  byDefault: string,
  means: string,
): Setting<T> => ({ name, schema, byDefault, means, unset: z.parse(schema, byDefault) })

export const optional = <T>(
  name: string,
  schema: z.ZodMiniType<T>,
  means: string,
  more: More = {},
): Setting<T | undefined> => ({ name, schema, means, unset: undefined, ...more })

/** List or map, empty if not set. */
export const orEmpty = <T>(
  name: string,
  schema: z.ZodMiniType<T>,
  empty: NoInfer<T>,
  means: string,
  more: More = {},
): Setting<T> => ({ name, schema, means, unset: empty, ...more })

export const needed = <T>(name: string, schema: z.ZodMiniType<T>, means: string, more: More = {}): Needed<T> => ({
  name,
  schema,
  means,
  // Never read, because the connection is undefined.
  unset: undefined as T,
  isNeeded: true,
  ...more,
})

export const secret = { isSecret: true } as const

const isSetting = (one: Setting | Settings): one is Setting => 'schema' in one

/** Lists all settings of a group, in order. */
export const listed = (settings: Settings): Setting[] =>
  Object.values(settings).flatMap((one) => (isSetting(one) ? [one] : listed(one)))

type Given = Readonly<Record<string, string | undefined>>

/** @throws Error whose message is one line that names the setting and the rule, without the value of a secret */
export function valuesOf<S extends Settings>(settings: S, given: Given): Values<S> {
  const values = Object.entries(settings).map(([key, one]) => {
    if (isSetting(one)) return [key, valueOf(one, given)]
    const group = valuesOf(one, given)
    return [key, listed(one).some(({ isNeeded, name }) => isNeeded && given[name] === undefined) ? undefined : group]
  })
  return Object.fromEntries(values) as Values<S>
}

function valueOf({ name, schema, unset, isSecret }: Setting, given: Given): unknown {
  const text = given[name]
  if (text === undefined) return unset
  const { data, error } = schema.safeParse(text)
  if (!error) return data
  throw new Error(`${name} ${error.issues[0]!.message}${isSecret ? '' : ` (it is "${withoutPassword(text)}")`}`)
}

const withoutPassword = (value: string) => value.replace(/\/\/[^/@]*@/, '//…@')

const NO_PROXIES = 'must be on, off, or addresses of proxies such as 203.0.113.7, 10.0.0.0/8'
const isNetwork = (text: string) => {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const kind = isIP(address)
  return kind > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)
}
export const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off'),
  z.transform((value) => ['on', 'true', '1'].includes(value)),
)
/** Proxies whose headers have the caller's address: none, those in a private network, or these. */
export const proxies = z.union(
  [
    z.pipe(
      flag,
      z.transform((isOn) => isOn && ['loopback', 'linklocal', 'uniquelocal']),
    ),
    z.pipe(
      z.string(),
      z.transform((value, { issues }) => {
        const all = value.split(',').map((address) => address.trim())
        if (all.every(isNetwork)) return all
        issues.push({ code: 'custom', message: NO_PROXIES, input: undefined })
        return z.NEVER
      }),
    ),
  ],
  NO_PROXIES,
)
export const nonEmpty = z.string().check(z.minLength(1, 'must not be empty'))
export const port = (least: number) =>
  z.coerce
    .number('must be a port number')
    .check(
      z.int('must be a port number'),
      z.minimum(least, 'must be a port number'),
      z.maximum(65_535, 'must be a port number'),
    )
export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
export const number = (of: string, least: number, most: number) =>
  z.coerce
    .number(`must be a number of ${of}`)
    .check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`))
export const integer = (of: string, least: number, most: number) =>
  number(of, least, most).check(z.int(`must be a whole number of ${of}`))
/** Converts a setting to milliseconds. @param unit milliseconds of a unit */
export const inMs = (unit: number, schema: z.ZodMiniType<number>) =>
  z.pipe(
    schema,
    z.transform((value) => value * unit),
  )
/** Web address, without a slash at its end because paths follow it. */
export const webAddress = z.pipe(
  z.url('must be a web address').check(
    z.regex(/^https?:/, 'must be a web address'),
    z.refine((value) => !URL.canParse(value) || !new URL(value).username, 'must not contain a user name or password'),
  ),
  z.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
)
/** `a=b, c=d` */
export const pairs = (rule: string) =>
  z.pipe(
    z.string().check(z.regex(/^\s*[^=,\s]+\s*=\s*[^=,]+(,\s*[^=,\s]+\s*=\s*[^=,]+)*,?\s*$/, rule)),
    z.transform((value) =>
      Object.fromEntries(
        value
          .split(',')
          .filter((pair) => pair.trim())
          .map((pair) => pair.split('=').map((side) => side.trim()) as [string, string]),
      ),
    ),
  )
export const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
