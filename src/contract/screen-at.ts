/**
 * Finds the screen at an address, preferring the pattern with fewest parameters. The browser opens it, and the server lists its
 * files in the page.
 * @param screens `path` is below /dashboard, with parameters: `movies/edit-entry/$id`
 */
export function screenAt<S extends { path: string }>(screens: readonly S[], pathname: string): S | undefined {
  const parts = pathname.split('/').filter(Boolean).slice(1)
  const fits = ({ path }: S) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  }
  return screens.filter(fits).toSorted((one, other) => one.path.split('$').length - other.path.split('$').length)[0]
}
