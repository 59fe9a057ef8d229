/**
 * `npm run test:changed`: the unit tests that a change reaches, and what is beside what it touches: the tests with a database,
 * on PostgreSQL, the quicker of the two, and the tours, whose product is built and demo chain loaded meanwhile. A change is
 * what `main` does not have yet, committed or not; on `main` itself it is the last commit and what is not committed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { ensureInstalled, inRoot, root } from './node.mjs'
import { alone, conclude, demo, together, tours, vitest } from './steps.mjs'

ensureInstalled()
const changed = changedFiles()
if (changed.length === 0) console.log('  No tested files have changed')
else {
  const places = [...new Set(changed.flatMap(placesOf))]
  const files = [...new Set(changed.flatMap(toursOf))]
  const steps = [
    files.length > 0 && demo,
    {
      name: 'unit tests',
      args: vitest('related', '--run', '--project=unit*', '--passWithNoTests', '--tagsFilter=!nightly', ...changed),
    },
    places.length > 0 && {
      name: places.join(', '),
      args: vitest('run', '--project=postgres', '--passWithNoTests', '--tagsFilter=!nightly', ...places),
    },
  ]
  const outcomes = await together(steps.filter(Boolean))
  if (files.length > 0) outcomes.push(await alone(tours({ files })))
  conclude(outcomes)
}

function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [head, main] = git('rev-parse', 'HEAD', 'main')
  const [since] = head === main ? git('rev-parse', 'HEAD~1') : git('merge-base', 'HEAD', 'main')
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return files.filter((file) => /^(src|demo|migrations|e2e)\//.test(file) && existsSync(inRoot(file)))
}

/**
 * The folders whose tests with a database speak of a file: its feature's, or its part of the server's, and for SQL those of
 * the database as a whole.
 */
function placesOf(file) {
  const own = /^(demo|src\/(app|features\/[\w-]+|server))\/[\w-]+(\/|(?=\.))/.exec(file)?.[0]
  return [own, file.endsWith('.sql') && 'src/server/db/'].filter(Boolean)
}

/** The tours that walk a file's feature, of the kits where it is in one of them, and itself where it is a tour. */
function toursOf(file) {
  const [folder] = /^src\/features\/[\w-]+\/[\w-]+/.exec(file) ?? []
  if (folder) {
    const files = readdirSync(inRoot(folder)).filter((name) => name.endsWith('.e2e.ts'))
    return files.map((name) => `${folder}/${name}`)
  }
  const [, kit] = /^src\/web\/(list|form)\//.exec(file) ?? []
  if (kit) return [`e2e/kits/${kit}.e2e.ts`]
  return file.endsWith('.e2e.ts') ? [file] : []
}
