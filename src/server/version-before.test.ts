import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

type Found = { before?: string; added?: string[]; none?: string }
type Script = { versionBefore: (folder: string) => Found }
// Scripts that run before the packages are installed are plain JavaScript without types.
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
const commit = (file: string) => {
  add(file)
  git('add', '.')
  git('commit', '--quiet', '-m', file)
}

test('returns the version of the last tag', () => {
  commit('migrations/0001_first.sql')
  git('tag', 'v1.0.0')
  commit('src/some.ts')
  expect(versionBefore(folder)).toEqual({ none: 'no migration was added since v1.0.0' })
  commit('migrations/0002_second.sql')
  add('migrations/0003_not_committed.sql')
  expect(versionBefore(folder)).toEqual({
    before: 'v1.0.0',
    added: ['migrations/0002_second.sql', 'migrations/0003_not_committed.sql'],
  })
  // Because a release is compared with the one before it.
  rmSync(path.join(folder, 'migrations/0003_not_committed.sql'))
  git('tag', 'v1.1.0')
  expect(versionBefore(folder)).toMatchObject({ before: 'v1.0.0' })
})

test('returns none before the first tag', () => {
  commit('src/some.ts')
  commit('migrations/0001_first.sql')
  expect(versionBefore(folder)).toEqual({ none: 'there is no earlier release' })
})

test('fails in a shallow clone, and names the command that completes it', () => {
  commit('src/some.ts')
  commit('migrations/0001_first.sql')
  const origin = folder
  folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-version-'))
  git('clone', '--quiet', '--depth', '1', `file://${origin}`, '.')
  rmSync(origin, { recursive: true })
  expect(versionBefore(folder).none).toContain('git fetch --unshallow')
  rmSync(path.join(folder, '.git'), { recursive: true })
  expect(versionBefore(folder).none).toContain('not a clone')
})
