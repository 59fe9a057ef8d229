import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from './root.ts'

/** Files of the built server. */
const BUILT = inRoot('dist/server')
/** Source positions by their positions in built files. Few places fail, so the cache stays small. */
const known = new Map<string, string>()

/**
 * Replaces positions in built files by those in sources. Reads a file's map each time and does not cache it. Node's own
 * support would cost each start half a second and a hundred megabytes.
 */
export function withSourcePositions(stack: string, folder = BUILT): string {
  // Modules are named by their address, with %20 for a space; other scripts by their path.
  const folders = [pathToFileURL(folder + path.sep).href, folder + path.sep]
  if (!folders.some((each) => stack.includes(each))) return stack
  const maps = new Map<string, SourceMap | undefined>()
  const place = new RegExp(`(?:${folders.map(RegExp.escape).join('|')})([\\w-]+\\.js):(\\d+):(\\d+)`, 'g')
  return stack.replace(place, (match, file: string, line: string, column: string) => {
    if (!known.has(match)) {
      if (!maps.has(file)) maps.set(file, mapOf(path.join(folder, file)))
      known.set(match, sourceOf(maps.get(file), folder, Number(line) - 1, Number(column) - 1) ?? match)
    }
    return known.get(match)!
  })
}

/** Positions count from 0. */
function sourceOf(map: SourceMap | undefined, folder: string, line: number, column: number): string | undefined {
  const found = map?.findEntry(line, column)
  // A position without a source is found in an earlier line.
  if (!found || !('originalSource' in found) || found.generatedLine !== line) return
  return `${path.join(folder, found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    // Without a map the stack stays as it is.
    return
  }
}
