/**
 * `npm run move` takes the embedded database of DATA_DIR to the empty PostgreSQL at DATABASE_URL, with the server stopped.
 * What was is left as it was.
 */
import { aboutDifferences, move } from '#app/backup.ts'
import { parseEnv } from '#server/env.ts'
import { command } from './command.ts'

await command(async () => {
  const { rows, files, differences } = await move(parseEnv(process.env), (text) => console.error(text))
  console.error(
    `Moved ${rows.toLocaleString('en')} rows${files ? ` and ${files} files` : ''}. Start the server with DATABASE_URL now.`,
  )
  if (differences) {
    console.error(aboutDifferences(differences))
    return 2
  }
})
