import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

type Found = { before?: string; added?: string[]; none?: string }
type Script = { versionBefore: (folder: string, options?: { isOwnWorkOnly: boolean }) => Found }
// What runs before the packages are there is plain JavaScript, which has no types.
const script = path.resolve(import.meta.dirname, '../../scripts/version-before.mjs')
const { versionBefore } = (await import(script)) as Script

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-version-'))
  git('init', '--quiet', '--initial-branch=main')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@chain.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

const add = (file: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), '')
}
/** @returns its name */
const commit = (file: string) => {
  add(file)
  git('add', '.')
  git('commit', '--quiet', '-m', file)
  return git('rev-parse', 'HEAD')
}

test('the version before is that of the last tag', () => {
  commit('migrations/0001_first.sql')
  git('tag', 'v1.0.0')
  commit('src/some.ts')
  expect(versionBefore(folder)).toEqual({ none: 'no migration was added since v1.0.0' })
  commit('migrations/0002_second.sql')
  add('migrations/0003_not_committed.sql')
  expect(versionBefore(folder, { isOwnWorkOnly: true })).toEqual({
    before: 'v1.0.0',
    added: ['migrations/0002_second.sql', 'migrations/0003_not_committed.sql'],
  })
  // The release itself is compared with the one before it.
  rmSync(path.join(folder, 'migrations/0003_not_committed.sql'))
  git('tag', 'v1.1.0')
  expect(versionBefore(folder)).toMatchObject({ before: 'v1.0.0' })
})

test('without a tag it is what main had when the branch began, else the commit before the newest migration', () => {
  const first = commit('src/some.ts')
  const second = commit('migrations/0001_first.sql')
  expect(versionBefore(folder)).toEqual({ before: first, added: ['migrations/0001_first.sql'] })
  expect(versionBefore(folder, { isOwnWorkOnly: true })).toHaveProperty('none')
  git('switch', '--quiet', '--create', 'work')
  commit('src/other.ts')
  expect(versionBefore(folder, { isOwnWorkOnly: true })).toHaveProperty('none')
  commit('migrations/0002_second.sql')
  for (const isOwnWorkOnly of [true, false])
    expect(versionBefore(folder, { isOwnWorkOnly })).toEqual({
      before: second,
      added: ['migrations/0002_second.sql'],
    })
})

test('a shallow clone says that it does not know, and how it would', () => {
  commit('src/some.ts')
  commit('migrations/0001_first.sql')
  const origin = folder
  folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-version-'))
  git('clone', '--quiet', '--depth', '1', `file://${origin}`, '.')
  rmSync(origin, { recursive: true })
  expect(versionBefore(folder).none).toContain('git fetch --unshallow')
  rmSync(path.join(folder, '.git'), { recursive: true })
  expect(versionBefore(folder).none).toContain('no clone')
})
