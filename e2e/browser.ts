/**
 * A Chromium for the tours and the measurements: named, installed on the machine, Playwright's own, or the one that
 * comes as an npm package, so that there always is one on Linux x64.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'

export type Browser = {
  from: 'CHROMIUM_PATH' | 'system' | 'playwright' | 'npm'
  executablePath: string
  /** The whole environment to start it with. */
  env: Record<string, string>
}

/** Nothing that draws on a GPU that is not there or calls home. Playwright adds --no-sandbox, which root needs. */
export const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const modules = path.resolve(import.meta.dirname, '../node_modules')
const PACKAGE = path.join(modules, '@sparticuz/chromium')

/**
 * CHROMIUM_PATH names a program; CHROMIUM_FROM=system, playwright or npm leaves no other choice.
 * Found once: processes started later inherit the answer.
 * @throws Error that says what to do where there is none
 */
export async function findBrowser(): Promise<Browser> {
  process.env.MARQUEE_BROWSER ??= JSON.stringify(await find())
  const { libraries, ...found } = JSON.parse(process.env.MARQUEE_BROWSER) as Awaited<ReturnType<typeof find>>
  return { ...found, env: { ...(process.env as Record<string, string>), ...libraries } }
}

async function find(): Promise<Omit<Browser, 'env'> & { libraries?: Record<string, string> }> {
  const { CHROMIUM_PATH: named, CHROMIUM_FROM: only } = process.env
  if (named) return { from: 'CHROMIUM_PATH', executablePath: named }
  const wants = (from: Browser['from']) => !only || only === from
  if (wants('system')) {
    const executablePath = onPath().find(works)
    if (executablePath) return { from: 'system', executablePath }
  }
  if (wants('playwright') && existsSync(chromium.executablePath()))
    return { from: 'playwright', executablePath: chromium.executablePath() }
  if (wants('npm') && process.platform === 'linux' && process.arch === 'x64') return await unpacked()
  throw new Error(
    'No Chromium was found: install it, or name one in CHROMIUM_PATH, or run `npx playwright install chromium`.',
  )
}

const onPath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => SYSTEM_NAMES.map((name) => path.join(folder, name)))
    .filter((file) => existsSync(file))

/** Some systems have a script of that name that only says how to install it. */
const works = (file: string) => spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

/**
 * Unpacks the package's browser once per version. The package brings the libraries that it needs only for the cloud
 * service it was made for, so it is told that it runs there; and its fonts are listed in a file of ours.
 */
async function unpacked() {
  const { version } = JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const folder = path.join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) {
    // Beside its place first: two runs at once do not see each other's half.
    const making = `${folder}.${process.pid}`
    await mkdir(making, { recursive: true })
    const program = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: path.dirname(modules),
      env: { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The Chromium of npm could not be unpacked:\n${stderr}`)
    await writeFile(path.join(making, 'fonts.conf'), fontsIn(folder))
    await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }))
  }
  return {
    from: 'npm' as const,
    executablePath: path.join(folder, 'chromium'),
    libraries: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  }
}

const fontsIn = (folder: string) => {
  const dir = (name: string, inside: string) =>
    `<${name}>${inside.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</${name}>`
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${dir('dir', path.join(folder, 'fonts'))}
  ${dir('dir', '/usr/share/fonts')}
  ${dir('cachedir', path.join(folder, 'fonts-cache'))}
</fontconfig>
`
}
