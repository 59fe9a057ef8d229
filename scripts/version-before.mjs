import { execFileSync } from 'node:child_process'

/**
 * Which version's servers may still run beside this one's, and which migrations were added since: that of the last tag.
 * @returns `{ before, added }`, or `{ none }` with the reason in words
 */
export function versionBefore(root) {
  const output = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const git = (...args) => {
    try {
      return output(...args).trim() || undefined
    } catch {
      return undefined
    }
  }
  if (!git('rev-parse', 'HEAD')) return { none: 'this is not a clone of the repository' }
  const before = git('describe', '--tags', '--abbrev=0', 'HEAD~1')
  if (!before)
    return git('rev-parse', '--is-shallow-repository') === 'true'
      ? { none: 'this clone is shallow and lacks the previous version: git fetch --unshallow --tags' }
      : { none: 'there is no earlier release' }
  const lines = (...args) => output(...args).split('\n')
  const added = [
    ...lines('diff', '--name-only', '--diff-filter=A', before, '--', 'migrations/'),
    ...lines('ls-files', '--others', '--exclude-standard', '--', 'migrations/'),
  ].filter((file) => file.endsWith('.sql'))
  return added.length ? { before, added } : { none: `no migration was added since ${before}` }
}
