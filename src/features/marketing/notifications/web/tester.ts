const KEY = 'marquee:push-tester'

/** The address that somebody last tried a notification on in this tab; empty for none. */
export function lastTester(person: number): string {
  try {
    const [whose, email = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ')
    return whose === String(person) ? email : ''
  } catch {
    return ''
  }
}

export function keepTester(person: number, email: string): void {
  try {
    sessionStorage.setItem(KEY, `${person} ${email}`)
  } catch {
    // Then it is typed again.
  }
}
