import path from 'node:path'

/** The project's folder, two folders above this file and above its built form (dist/server). */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Returns the path of a file or folder of the project, the same for the source and the built server. */
export const inRoot = (...parts: readonly string[]) => path.join(ROOT, ...parts)
