/**
 * Builds the web application into dist/web, with a brotli and a gzip file beside each that a browser may ask for, and the
 * server into dist/server. Each alone by its name: `npm run build -- server`.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ensureInstalled, inRoot, run, seconds, stop } from './node.mjs'
import { filesOf, fingerprint, parts } from './parts.mjs'

/** A screen fetches many small files: together they count. */
const WORTH_BYTES = 256

/** What is left to do when Vite has built a part. */
const finish = {
  web: async (folder) => {
    addFontLicence(folder)
    await Promise.all(filesOf(folder).map(compress))
  },
  server: async () => {},
}

/** Builds what dist/ does not have made of exactly these sources. */
export async function buildIfNeeded(wanted = Object.keys(parts)) {
  const stale = wanted
    .map((key) => ({ ...parts[key], key, from: fingerprint(parts[key]) }))
    .filter(({ key, made, from }) => !existsSync(inRoot('dist', key, made)) || read(stampOf(key)) !== from)
  if (stale.length === 0) return
  const since = Date.now()
  console.log(`  Building ${stale.map(({ name }) => name).join(' and ')}`)
  await Promise.all(stale.map(buildOne))
  console.log(`  Built in ${seconds(since)}`)
}

/** Holds what a part was made of. */
const stampOf = (key) => inRoot('dist', `${key}.built`)
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** In a folder of its own, which takes the place of the last one when it is whole: others may build at the same time. */
async function buildOne({ key, name, config, from }) {
  const folder = `dist/${key}.${process.pid}`
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--configLoader', 'native']
  const code = await run([...vite, '--outDir', folder, '--logLevel', 'warn'])
  if (code !== 0) {
    rmSync(inRoot(folder), { recursive: true, force: true })
    stop(`Building ${name} failed, see above`)
  }
  await finish[key](inRoot(folder))
  rmSync(stampOf(key), { force: true })
  rmSync(inRoot('dist', key), { recursive: true, force: true })
  try {
    renameSync(inRoot(folder), inRoot('dist', key))
  } catch {
    // Another was first, of the same sources or to be built anew for them.
    return rmSync(inRoot(folder), { recursive: true, force: true })
  }
  writeFileSync(stampOf(key), from)
}

/** Vite names the packages whose code it bundles; the font is a file. */
function addFontLicence(folder) {
  const text = readFileSync(inRoot('node_modules/@fontsource-variable/inter/LICENSE'), 'utf8')
  appendFileSync(path.join(folder, 'licenses.md'), `\n## Inter (OFL-1.1)\n\n${text}`)
}

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
  const unknown = process.argv.slice(2).find((key) => !parts[key])
  if (unknown) stop(`Part ${unknown} not found: use ${Object.keys(parts).join(' or ')}`)
  await buildIfNeeded(process.argv.length > 2 ? process.argv.slice(2) : undefined)
}
