/**
 * `npm run test:changed`: the unit tests that a change reaches, and the tests with a database beside what it touches, on
 * PostgreSQL, the quicker of the two. A change is what `main` does not have yet, committed or not; on `main` itself it
 * is the last commit and what is not committed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureInstalled, inRoot, root } from './node.mjs'
import { alone, conclude, vitest } from './steps.mjs'

ensureInstalled()
const changed = changedFiles()
if (changed.length === 0) console.log('  Nothing that has tests has changed')
else {
  const places = [...new Set(changed.flatMap(placesOf))]
  const outcomes = [
    await alone({
      name: 'unit tests',
      args: vitest('related', '--run', '--project=unit', '--passWithNoTests', ...changed),
    }),
  ]
  if (places.length > 0)
    outcomes.push(
      await alone({
        name: places.join(', '),
        args: vitest('run', '--project=postgres', '--passWithNoTests', ...places),
      }),
    )
  conclude(outcomes)
}

function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [head, main] = git('rev-parse', 'HEAD', 'main')
  const [since] = head === main ? git('rev-parse', 'HEAD~1') : git('merge-base', 'HEAD', 'main')
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return files.filter((file) => /^(src|migrations)\//.test(file) && existsSync(inRoot(file)))
}

/**
 * The folders whose tests with a database speak of a file: its feature's, or its part of the server's, and for SQL those of
 * the database as a whole.
 */
function placesOf(file) {
  const own = /^src\/(app|demo|features|server)\/[\w-]+(\/|(?=\.))/.exec(file)?.[0]
  return [own, file.endsWith('.sql') && 'src/server/db/'].filter(Boolean)
}
