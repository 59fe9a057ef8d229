/**
 * `npm run restore -- FILE` takes a backup in, into the empty database and data folder that the settings name. Exit code 2:
 * it is all there, but something about it wants looking at.
 */
import { aboutDifferences, restore } from '#app/backup.ts'
import { parseEnv } from '#server/env.ts'
import { command } from './command.ts'

await command(async () => {
  const [from, ...rest] = process.argv.slice(2)
  if (!from || from === '-' || rest.length) throw new Error('Name the backup: npm run restore -- FILE')
  const { manifest, rows, files, missing, differences } = await restore(parseEnv(process.env), from, (text) =>
    console.error(text),
  )
  console.error(
    `Restored the backup of ${manifest.createdAt}, made by version ${manifest.version}: ${rows.toLocaleString('en')} rows, ${files} files`,
  )
  if (missing.length)
    console.error(
      `${missing.length} files are missing in the object storage, such as ${missing.slice(0, 5).join(', ')}`,
    )
  if (differences) console.error(aboutDifferences(differences))
  if (missing.length || differences) return 2
})
