/**
 * `npm run backup -- FILE` writes all that Marquee keeps into one file while the server goes on; `-` is standard output.
 * Settings are the server's.
 */
import { backUp } from '#app/backup.ts'
import { parseEnv } from '#server/env.ts'

try {
  const [to, ...rest] = process.argv.slice(2)
  if (!to || rest.length) throw new Error('Say where to: npm run backup -- FILE (- for standard output)')
  const since = performance.now()
  const bytes = await backUp(parseEnv(process.env), to, (words) => console.error(words))
  const seconds = Math.round((performance.now() - since) / 1000)
  console.error(`${to === '-' ? 'The backup' : to} is whole: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
