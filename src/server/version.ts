import { readFileSync } from 'node:fs'
import { inRoot } from './root.ts'

/** The release of this server and its web application. */
export const VERSION = (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }).version
