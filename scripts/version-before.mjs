import { execFileSync } from 'node:child_process'

/**
 * Which version's servers may still run beside this one's, and which migrations were added since: that of the last tag, or,
 * before there is one, what `main` had when this branch began, or, on `main` itself, the commit before the newest migration.
 * @param isOwnWorkOnly leaves out the last of these: what `main` has already is nobody's work of today
 * @returns `{ before, added }`, or `{ none }` with the reason in words
 */
export function versionBefore(root, { isOwnWorkOnly = false } = {}) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const said = (...args) => {
    try {
      return git(...args).trim() || undefined
    } catch {
      return undefined
    }
  }
  const lines = (...args) => git(...args).split('\n')
  const head = said('rev-parse', 'HEAD')
  if (!head) return { none: 'this is no clone of the repository' }
  const addedSince = (before) =>
    [
      ...lines('diff', '--name-only', '--diff-filter=A', before, '--', 'migrations/'),
      ...lines('ls-files', '--others', '--exclude-standard', '--', 'migrations/'),
    ].filter((file) => file.endsWith('.sql'))
  const branched = () => {
    const bases = ['origin/main', 'main'].map((main) => said('merge-base', 'HEAD', main))
    return bases.find((base) => base && base !== head && addedSince(base).length)
  }
  const beforeNewest = () => {
    const newest = said('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/')
    return newest && said('rev-parse', '--verify', '--quiet', `${newest}~1`)
  }
  const before =
    said('describe', '--tags', '--abbrev=0', 'HEAD~1') ?? branched() ?? (isOwnWorkOnly ? head : beforeNewest())
  if (!before)
    return said('rev-parse', '--is-shallow-repository') === 'true'
      ? { none: 'this clone is shallow and does not know the version before: git fetch --unshallow --tags' }
      : { none: 'there is no version before this one' }
  const added = addedSince(before)
  return added.length ? { before, added } : { none: `no migration was added since ${before}` }
}
