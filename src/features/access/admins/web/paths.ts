export const paths = {
  all: '/dashboard/admin',
  /** The accounts that have a role. */
  withRole: (id: number) => `/dashboard/admin?roleId=${id}`,
}
