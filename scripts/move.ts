/**
 * `npm run move` takes the embedded database of DATA_DIR to the empty PostgreSQL at DATABASE_URL, with the server stopped.
 * What was is left as it was.
 */
import { move } from '#app/backup.ts'
import { parseEnv } from '#server/env.ts'

try {
  const { rows, files, differences } = await move(parseEnv(process.env), (words) => console.error(words))
  console.error(
    `Moved ${rows.toLocaleString('en')} rows${files ? ` and ${files} files` : ''}. Start with DATABASE_URL now`,
  )
  if (differences) {
    console.error(
      `${differences} figures are not what the rows amount to: npm run rollups:check says which, npm run rollups:rebuild repairs them`,
    )
    process.exitCode = 2
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
