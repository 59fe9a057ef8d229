import path from 'node:path'

/** The project's folder. This file is two folders below it, and so is what the build makes of it (dist/server). */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** A file or folder of the project, by its path from there: the same for the source and for the built server. */
export const inRoot = (...parts: readonly string[]) => path.join(ROOT, ...parts)
