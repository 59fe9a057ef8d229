import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from './root.ts'

/** The files of the built server. */
const BUILT = inRoot('dist/server')
/** By their places in built files. Few places fail. */
const known = new Map<string, string>()

/**
 * A stack that names the sources where it named files of the built server. The map of a file is read when it is asked for
 * and not kept: Node's own support for them would cost every start half a second and a hundred megabytes.
 */
export function withSourcePositions(stack: string, folder = BUILT): string {
  // Modules are named by their address, in which a space stands as %20; what was loaded otherwise by its path.
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

/** Places are counted from 0. */
function sourceOf(map: SourceMap | undefined, folder: string, line: number, column: number): string | undefined {
  const found = map?.findEntry(line, column)
  // What no source has is found in a line before it.
  if (!found || !('originalSource' in found) || found.generatedLine !== line) return
  return `${path.join(folder, found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    // Without it the stack stays as it is.
    return
  }
}
