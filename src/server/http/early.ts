import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { screenAt } from '#contract/screen-at.ts'

/** As the build writes it down (vite.config.ts): addresses of files, those of any screen and those of each. */
type Built = { any: readonly string[]; screens: readonly { path: string; files: readonly string[] }[] }

/**
 * What the page of an address is to fetch at once, as link elements: the files of the screen that is behind the sign-in
 * there. Otherwise they would be asked for when the entry has come and run.
 * @param dir the built web application
 */
export async function earlyFiles(dir: string): Promise<(pathname: string) => string> {
  const { any, screens } = JSON.parse(await readFile(path.join(dir, 'screens.json'), 'utf8')) as Built
  const all = screens.map(({ path: at, files }) => ({ path: at, links: linksOf(files) }))
  const ofAny = linksOf(any)
  return (pathname) => (/^\/dashboard(\/|$)/.test(pathname) ? (screenAt(all, pathname)?.links ?? ofAny) : '')
}

/** Style is fetched and no more: who uses it puts it in its order. */
const linksOf = (files: readonly string[]) =>
  files
    .map(
      (file) =>
        `<link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} href="${file}" crossorigin>`,
    )
    .join('')
