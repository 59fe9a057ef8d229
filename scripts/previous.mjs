/**
 * `npm run test:previous`: the HTTP tests of the version before on the schema of this one, as its servers meet it while they
 * are replaced (docs/operating/upgrade.md). It runs one file of each feature, of which the name is the feature's, or all
 * that there are. Before there is a release there is nothing to compare with.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled, inRoot, install, root, run } from './node.mjs'
import { versionBefore } from './version-before.mjs'

ensureInstalled()
const { before, added, none } = versionBefore(root)
if (none) console.log(`  Skipped: ${none}`)
else process.exitCode = await onThisSchema(before, added)

async function onThisSchema(before, added) {
  console.log(`  Previous version: ${before}. Added since: ${added.join(', ')}`)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-previous-'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
  try {
    const archive = path.join(folder, 'version.tar')
    execFileSync('git', ['archive', '--output', archive, before], { cwd: root })
    execFileSync('tar', ['-xf', archive, '-C', folder])
    takeSchema(folder)
    takePackages(folder)
    const files = testsOf(folder)
    console.log(`  Running ${files.length} of its test files on the schema of this version`)
    return await run([path.join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'postgres', ...files], {
      cwd: folder,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Migrations, functions, triggers and views are those of this version. */
function takeSchema(folder) {
  const sql = (at) => globSync(['migrations/*.sql', 'src/**/*.sql'], { cwd: at })
  for (const file of sql(folder)) rmSync(path.join(folder, file))
  for (const file of sql(root)) cpSync(inRoot(file), path.join(folder, file))
}

/** This version's packages, unless one of them has another version there. */
function takePackages(folder) {
  const packagesOf = (at) => JSON.parse(readFileSync(path.join(at, 'package-lock.json'), 'utf8')).packages
  const [before, now] = [packagesOf(folder), packagesOf(root)]
  const isOther = (name) => name !== '' && now[name] && now[name].version !== before[name].version
  if (Object.keys(before).some(isOther)) install(folder)
  else symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'))
}

function testsOf(folder) {
  const features = globSync('src/features/*/*/server', { cwd: folder })
  return features.flatMap((at) => {
    const own = path.join(at, `${path.basename(path.dirname(at))}.test.ts`)
    const all = globSync(`${at}/*.test.ts`, { cwd: folder })
    const overHttp = all.filter((file) => readFileSync(path.join(folder, file), 'utf8').includes('testServer('))
    return existsSync(path.join(folder, own)) ? [own] : overHttp
  })
}
