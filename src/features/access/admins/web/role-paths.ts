export const paths = {
  all: '/dashboard/admin-roles',
  who: '/dashboard/admin-roles/who',
  /** What a person may do. */
  ofPerson: (id: number) => `/dashboard/admin-roles/who?person=${id}`,
}
