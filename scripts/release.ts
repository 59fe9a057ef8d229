/**
 * `npm run release -- 1.2.0` cuts a version: package.json, its lock and the manifests name it, the CHANGELOG's section of
 * what was not released yet becomes its own, and all that is committed and tagged. It pushes nothing.
 * `check v1.2.0` says whether a tag fits what is in it, `notes v1.2.0` what changed in it; both are for the workflow.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const MANIFESTS = 'deploy/kubernetes/marquee.yaml'
const UNRELEASED = '## Unreleased'

const at = (file: string) => path.join(ROOT, file)
const read = (file: string) => readFileSync(at(file), 'utf8')
const versionNow = () => (JSON.parse(read('package.json')) as { version: string }).version

const numbersOf = (version: string) => {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)
  if (!found) throw new Error(`"${version}" is not a version such as 1.2.0`)
  return found.slice(1).map(Number)
}

/** @throws Error unless it is a version after the other */
export function mustFollow(version: string, before: string): void {
  const [next, last] = [numbersOf(version), numbersOf(before)]
  const at = next.findIndex((number, n) => number !== last[n])
  if (at < 0 || next[at]! < last[at]!) throw new Error(`${version} is not higher than ${before}`)
}

/** What changed in a version. @throws Error when nothing is said of it */
export function notesOf(changelog: string, heading: string): string {
  const [, section] = changelog.split(new RegExp(`^## ${heading.replaceAll('.', '\\.')}.*$`, 'm'))
  const notes = section?.split(/^## /m)[0]!.trim()
  if (!notes) throw new Error(`CHANGELOG.md has no notes for "${heading}"`)
  return notes
}

/** The changelog with what was not released yet as a version of that day. */
export function released(changelog: string, version: string, day: string): string {
  notesOf(changelog, UNRELEASED.slice(3))
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`)
}

/** The manifests with the image of a version, and the Job that migrates named after it. */
export const named = (manifests: string, before: string, version: string): string =>
  manifests
    .replaceAll(`marquee:${before}`, `marquee:${version}`)
    .replaceAll(`-${before.replaceAll('.', '-')}`, `-${version.replaceAll('.', '-')}`)

function split(version: string) {
  const before = versionNow()
  mustFollow(version, before)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (git('status', '--porcelain')) throw new Error('Commit all changes before a release')
  const changelog = released(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10))
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { cwd: ROOT, stdio: 'ignore' })
  writeFileSync(at('CHANGELOG.md'), changelog)
  writeFileSync(at(MANIFESTS), named(read(MANIFESTS), before, version))
  git('commit', '--all', '--message', `Version ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', notesOf(changelog, version))
  console.log(`Tagged v${version}. Publish it with: git push --follow-tags`)
}

/** @throws Error when a tag is not that of the version, or the changelog has nothing of it */
function check(tag: string) {
  if (tag !== `v${versionNow()}`) throw new Error(`The tag is ${tag}, but package.json has ${versionNow()}`)
  notesOf(read('CHANGELOG.md'), versionNow())
}

if (import.meta.main) {
  const [what = '', tag = ''] = process.argv.slice(2)
  try {
    if (what === 'check') check(tag)
    else if (what === 'notes') console.log(notesOf(read('CHANGELOG.md'), tag.replace(/^v/, '')))
    else split(what)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
