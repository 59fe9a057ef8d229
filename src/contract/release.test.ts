/** Releases (scripts/release.ts) and the workflows that publish them. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { mustFollow, named, notesOf, released } from '../../scripts/release.ts'

const CHANGELOG = `# Changelog

## Unreleased

- New.

## 1.2.0 (2026-11-01)

- Old.
`

describe('a version', () => {
  test('must be higher than the previous version', () => {
    for (const version of ['1.2.4', '1.3.0', '2.0.0', '1.10.0'])
      expect(() => mustFollow(version, '1.2.3')).not.toThrow()
    for (const version of ['1.2.3', '1.2.2', '1.1.9', '0.9.9'])
      expect(() => mustFollow(version, '1.2.3')).toThrow(`${version} is not higher than 1.2.3`)
    for (const version of ['1.2', 'v1.2.4', '1.2.4-beta', '01.2.4'])
      expect(() => mustFollow(version, '1.2.3')).toThrow('is not a version')
  })

  test('takes all unreleased changes of the changelog', () => {
    const after = released(CHANGELOG, '1.3.0', '2026-11-23')
    expect(notesOf(after, '1.3.0')).toBe('- New.')
    expect(notesOf(after, '1.2.0')).toBe('- Old.')
    expect(() => notesOf(after, 'Unreleased')).toThrow('CHANGELOG.md has no notes for "Unreleased"')
    expect(() => released(after, '1.4.0', '2026-11-24')).toThrow('has no notes')
    expect(after).toContain('## 1.3.0 (2026-11-23)')
  })

  test('is written into the manifests', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const manifests = readFileSync('deploy/kubernetes/marquee.yaml', 'utf8')
    const next = named(manifests, version, '9.8.7')
    expect(next.match(/image: .*/g)).toEqual(['image: marquee:9.8.7', 'image: marquee:9.8.7'])
    expect(next).toContain('name: marquee-migrate-9-8-7')
    expect(named(next, '9.8.7', version)).toBe(manifests)
  })
})

type Step = { uses?: string; run?: string }
type Workflow = {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<
    string,
    { permissions?: Record<string, string>; steps?: Step[]; uses?: string; 'timeout-minutes'?: number }
  >
}
const files = globSync('.github/workflows/*.yml')

describe.each(files)('%s', (file) => {
  const text = readFileSync(file, 'utf8')
  const { on, permissions, jobs } = parse(text) as Workflow

  test('pins third-party actions to a commit, with the version in a comment', () => {
    const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, what]) => what!)
    expect(uses.filter((what) => !/^(\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(what))).toEqual([])
  })

  test('can only read, except for permissions that a job declares', () => {
    expect(permissions).toEqual({ contents: 'read' })
    const writes = Object.entries(jobs).flatMap(([job, { permissions: permission = {} }]) =>
      Object.entries(permission).flatMap(([what, how]) => (how === 'write' ? [`${job}: ${what}`] : [])),
    )
    expect(writes).toEqual(file.endsWith('release.yml') ? ['image: packages', 'notes: contents'] : [])
    expect(Object.keys(on)).not.toContain('pull_request_target')
  })

  test('runs only existing scripts, and no event data in a shell', () => {
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []))
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const named = (pattern: RegExp) => runs.flatMap((run) => pattern.exec(run)?.[1] ?? [])
    expect(runs.filter((run) => run.includes('${{'))).toEqual([])
    expect(named(/^npm (?:run )?(\w+)/).filter((name) => !['ci', 'audit'].includes(name) && !scripts[name])).toEqual([])
    expect(named(/^node (\S+)/).filter((program) => !existsSync(program))).toEqual([])
  })
})

test('gives editors the settings of the formatter', () => {
  const format = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as { printWidth: number; tabWidth?: number }
  const [, everywhere] = readFileSync('.editorconfig', 'utf8').split('[*]')
  expect(everywhere).toContain(`max_line_length = ${format.printWidth}`)
  expect(everywhere).toContain(`indent_size = ${format.tabWidth ?? 2}`)
})
