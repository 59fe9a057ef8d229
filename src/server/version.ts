import { readFileSync } from 'node:fs'

/** The release of this server, and of the web application that it serves. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
