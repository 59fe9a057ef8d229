/**
 * `npm run backup -- FILE` writes all that Marquee keeps into one file while the server goes on; `-` is standard output.
 * Settings are the server's.
 */
import { backUp, megabytes } from '#app/backup.ts'
import { parseEnv } from '#server/env.ts'
import { command } from './command.ts'

await command(async () => {
  const [to, ...rest] = process.argv.slice(2)
  if (!to || rest.length) throw new Error('Name the file: npm run backup -- FILE (- for standard output)')
  const since = performance.now()
  const bytes = await backUp(parseEnv(process.env), to, (text) => console.error(text))
  const seconds = Math.round((performance.now() - since) / 1000)
  console.error(`${to === '-' ? 'Backup' : to} complete: ${megabytes(bytes)} in ${seconds} s`)
})
