/** Builds the web application into dist/web, with a brotli and a gzip file beside each that a browser may ask for. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ensureInstalled, inRoot, root, run, seconds, stop } from './node.mjs'

const WEB = inRoot('dist/web')
const STAMP = inRoot('dist/built')
/** What the build reads; the lockfile stands for the packages. */
const SOURCES =
  /^(index\.html|vite\.config\.ts|package-lock\.json|public\/|src\/(web|contract)\/|src\/features\/[^/]+\/([^/]+\.ts$|web\/))/
/** A screen fetches many small files: together they count. */
const WORTH_BYTES = 256

/** Builds, unless dist/ was made of exactly these sources. */
export async function buildIfNeeded() {
  const made = fingerprint()
  if (existsSync(path.join(WEB, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === made) return
  const since = Date.now()
  console.log('  Building the web application')
  rmSync(STAMP, { force: true })
  const code = await run(['node_modules/vite/bin/vite.js', 'build', '--configLoader', 'native', '--logLevel', 'warn'])
  if (code !== 0) stop('The web application does not build, see above.')
  addFontLicence()
  await Promise.all(filesOf(WEB).map(compress))
  writeFileSync(STAMP, made)
  console.log(`  Built in ${seconds(since)}`)
}

/** Vite names the packages whose code it bundles; the font is a file. */
function addFontLicence() {
  const text = readFileSync(inRoot('node_modules/@fontsource-variable/inter/LICENSE'), 'utf8')
  appendFileSync(path.join(WEB, 'licenses.md'), `\n## Inter (OFL-1.1)\n\n${text}`)
}

/** One line that changes with the name or the content of any source. */
function fingerprint() {
  const hash = createHash('sha256')
  const files = ['index.html', 'vite.config.ts', 'package-lock.json'].map((file) => inRoot(file))
  for (const file of [...files, ...filesOf(inRoot('public')), ...filesOf(inRoot('src'))]) {
    const name = path.relative(root, file).replaceAll(path.sep, '/')
    if (SOURCES.test(name) && !/\.(test|e2e)\.tsx?$/.test(name)) hash.update(`${name}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const filesOf = (folder) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
        .sort()

/** Writes file.br and file.gz; pictures and fonts are compressed already, and the page is filled in by the server. */
async function compress(file) {
  if (!/\.(js|css|svg|json|txt|map)$/.test(file)) return
  const content = await readFile(file)
  if (content.length < WORTH_BYTES) return
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled()
  await buildIfNeeded()
}
