/**
 * `npm run restore -- FILE` takes a backup in, into the empty database and data folder that the settings name. Exit code 2:
 * it is all there, but something about it wants looking at.
 */
import { restore } from '#app/backup.ts'
import { parseEnv } from '#server/env.ts'

try {
  const [from, ...rest] = process.argv.slice(2)
  if (!from || from === '-' || rest.length) throw new Error('Say which: npm run restore -- FILE')
  const { manifest, rows, files, missing, differences } = await restore(parseEnv(process.env), from, (words) =>
    console.error(words),
  )
  console.error(
    `Restored the backup of ${manifest.createdAt}, made by version ${manifest.version}: ${rows.toLocaleString('en')} rows, ${files} files`,
  )
  if (missing.length)
    console.error(`${missing.length} files are not in the object storage, such as ${missing.slice(0, 5).join(', ')}`)
  if (differences)
    console.error(
      `${differences} figures are not what the rows amount to: npm run rollups:check says which, npm run rollups:rebuild repairs them`,
    )
  if (missing.length || differences) process.exitCode = 2
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
