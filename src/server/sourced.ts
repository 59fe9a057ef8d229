import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.ts'

/** What the build says of a file: of which sources it was made, and where each of its places was (ECMA-426). */
type SourceMap = { sources: readonly string[]; mappings: string }
type Place = { source: string; line: number; column: number }

/** The files of the built server. */
const BUILT = inRoot('dist/server')
/** By their places in built files. Few places fail. */
const known = new Map<string, string>()

/**
 * A stack that names the sources where it named files of the built server. The map of a file is read when it is asked for
 * and not kept: Node's own support for them would cost every start half a second and a hundred megabytes.
 */
export function sourced(stack: string, folder = BUILT): string {
  if (!stack.includes(folder)) return stack
  const maps = new Map<string, SourceMap | undefined>()
  const place = new RegExp(`(?:file://)?${RegExp.escape(folder + path.sep)}([\\w-]+\\.js):(\\d+):(\\d+)`, 'g')
  return stack.replace(place, (whole, file: string, line: string, column: string) => {
    const at = path.join(folder, file)
    if (!known.has(whole)) {
      if (!maps.has(at)) maps.set(at, mapOf(at))
      const found = placeIn(maps.get(at), Number(line) - 1, Number(column) - 1)
      known.set(whole, found ? `${path.join(folder, found.source)}:${found.line + 1}:${found.column + 1}` : whole)
    }
    return known.get(whole)!
  })
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap
  } catch {
    // Without it the stack stays as it is.
    return
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digits = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]))
const [COMMA, SEMICOLON] = [44, 59]

/** Where a place of the built file comes from: the last mapping of its line that is not after it. All counts are from 0. */
function placeIn(map: SourceMap | undefined, line: number, column: number): Place | undefined {
  if (!map) return
  const { mappings, sources } = map
  let [atLine, atColumn, source, sourceLine, sourceColumn] = [0, 0, 0, 0, 0]
  let found: Place | undefined
  for (let at = 0; at < mappings.length && atLine <= line;) {
    const code = mappings.charCodeAt(at)
    if (code === COMMA || code === SEMICOLON) {
      at++
      if (code === SEMICOLON) [atLine, atColumn] = [atLine + 1, 0]
      continue
    }
    const steps: number[] = []
    while (at < mappings.length && mappings.charCodeAt(at) !== COMMA && mappings.charCodeAt(at) !== SEMICOLON) {
      let [value, shift, digit] = [0, 0, 0]
      do {
        digit = digits.get(mappings.charCodeAt(at++))!
        value |= (digit & 31) << shift
        shift += 5
      } while (digit & 32)
      steps.push(value & 1 ? -(value >> 1) : value >> 1)
    }
    atColumn += steps[0]!
    if (steps.length < 4) continue
    source += steps[1]!
    sourceLine += steps[2]!
    sourceColumn += steps[3]!
    if (atLine === line && atColumn <= column)
      found = { source: sources[source]!, line: sourceLine, column: sourceColumn }
  }
  return found
}
