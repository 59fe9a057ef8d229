import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { screenAt } from '#contract/screen-at.ts'

/** The list that the build writes (vite.config.ts): files of any screen and of each screen. */
type Built = { any: readonly string[]; screens: readonly { path: string; files: readonly string[] }[] }

/**
 * Returns the files that the page of an address should fetch early, as link elements. Otherwise the browser would
 * request them only after the entry has loaded and run.
 * @param dir the built web application
 */
export async function earlyFiles(dir: string): Promise<(pathname: string) => string> {
  const { any, screens } = JSON.parse(await readFile(path.join(dir, 'screens.json'), 'utf8')) as Built
  const all = screens.map(({ path: at, files }) => ({ path: at, links: linksOf(files) }))
  const ofAny = linksOf(any)
  return (pathname) => (/^\/dashboard(\/|$)/.test(pathname) ? (screenAt(all, pathname)?.links ?? ofAny) : '')
}

/** Preloads styles only, because the importing script sets their order. */
const linksOf = (files: readonly string[]) =>
  files
    .map(
      (file) =>
        `<link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} href="${file}" crossorigin>`,
    )
    .join('')
