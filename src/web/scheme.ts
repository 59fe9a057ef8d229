import { stored } from './local-storage.ts'

export type Scheme = 'dark' | 'light' | 'auto'
export const SCHEME_KEY = 'marquee:theme'
export const DEFAULT_SCHEME: Scheme = 'dark'

const chosen = (): Scheme => {
  const value = stored(SCHEME_KEY)
  return value === 'light' || value === 'auto' ? value : DEFAULT_SCHEME
}

/** Sets the chosen theme before the first paint, so that the page does not flash. */
export function paintScheme(): void {
  const scheme = chosen()
  const resolved = scheme === 'auto' ? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') : scheme
  document.documentElement.setAttribute('data-mantine-color-scheme', resolved)
}
