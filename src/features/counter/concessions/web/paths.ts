export const paths = {
  all: '/dashboard/concessions',
  combos: '/dashboard/concessions/combo-deals',
}
