import { createHash } from 'node:crypto'
import type { Origin } from '../rules.ts'

const TOP_FRAMES = 5
/** A stack's lines that are looked at, and the longest of them. */
const LINES = 60
const LINE_LENGTH = 600

/**
 * What equal errors share: where they happened, the message without what differs from one time to the next, and the top of
 * the stack by functions and files, without lines and builds. Without a stack it is the component in its place.
 * @param error its words masked
 */
export function fingerprintOf(error: { origin: Origin; message: string; stack: string; component: string }): string {
  const frames = topFrames(error.stack)
  const parts = [error.origin, normalised(error.message), ...(frames.length ? frames : [normalised(error.component)])]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}

/** A message without ids, numbers, addresses and the builds of files. */
export const normalised = (message: string): string =>
  message
    .replace(/https?:\/\/[^\s"'`<>()]+/gi, '<address>')
    .replaceAll('[number]', '0')
    .replace(/\[(?:email|token|id|secret|erased)\]/g, '<id>')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,}\b/gi, '<id>')
    .replace(/-[\w-]{8}(?=\.(?:[mc]?js|css)\b)/g, '')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()

/** Of V8 (`at name (file:1:2)`), and of Firefox and Safari (`name@file:1:2`); those of libraries only where there is nothing else. */
export function topFrames(stack: string): string[] {
  const frames = stack.split('\n', LINES).flatMap((raw) => {
    const line = raw.slice(0, LINE_LENGTH)
    const v8 = /^\s*at (?:(.{1,200}?) \()?(.{1,500}?)(?::\d+){1,2}\)?$/.exec(line)
    const other = v8 ?? /^\s*([^@\s]{0,200})@(.{1,500}?)(?::\d+){1,2}$/.exec(line)
    return other ? [{ name: other[1] ?? '', file: other[2]! }] : []
  })
  const own = frames.filter(({ file }) => !/node_modules|^node:/.test(file))
  return (own.length ? own : frames).slice(0, TOP_FRAMES).map(({ name, file }) => `${name} ${fileOf(file)}`)
}

/** The file's name without its folder and its build: `seat-map.js` of `https://…/assets/seat-map-Bx3f9aQ1.js`. */
const fileOf = (address: string) =>
  address
    .replace(/[?#].*/, '')
    .replace(/^.*[/\\]/, '')
    .replace(/[-.](?=[\w-]{0,31}[\dA-Z])(?:[\w-]{8}|[0-9a-f]{8,32})(?=\.\w+$)/, '')
