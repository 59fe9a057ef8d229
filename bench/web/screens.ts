/** Addresses of the screens that are opened, and what shows that each is there. */
export const screens = {
  signIn: { name: 'sign-in', path: '/', visible: 'button[type=submit]' },
  list: { name: 'movies', path: '/dashboard/movies', visible: 'table[aria-label="Movies"] tbody a' },
  users: { name: 'users', path: '/dashboard/users', visible: 'table[aria-label="Active users"] tbody a' },
  dashboard: { name: 'dashboard', path: '/dashboard/analytics', visible: '[aria-label="Overall metrics"]' },
  soon: {
    name: 'coming soon',
    path: '/dashboard/movies/coming-soon',
    visible: 'table[aria-label="Coming soon"] tbody a',
  },
  form: { name: 'movie form', path: '/dashboard/movies/edit-entry/', visible: 'main form' },
  audit: {
    name: 'audit log',
    path: '/dashboard/audit-log',
    visible: '[aria-busy=false] table[aria-label="Audit log"]',
  },
} as const

export const clicks = {
  row: screens.list.visible,
  back: 'main button[aria-label="Back"]',
  next: 'nav[aria-label="Pages of Movies"] button[aria-label="Next page"]',
  soon: `nav[aria-label="Main"] a[href$="${screens.soon.path}"]`,
  list: `nav[aria-label="Main"] a[href$="${screens.list.path}"]`,
}
