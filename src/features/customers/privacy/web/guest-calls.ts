import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { privacy } from '../contract.ts'

const OF_CUSTOMER = { read: privacy.erasure, export: privacy.export, erase: privacy.erase }
/** The same calls for a guest: they differ in what names the person alone. */
const OF_GUEST = {
  read: privacy.guestErasure,
  export: privacy.exportGuest,
  erase: privacy.eraseGuest,
} as unknown as typeof OF_CUSTOMER

/** The calls for somebody's data, what names the person in them, and their page. */
export const dataOf = (whose: CustomerOrGuest) =>
  'id' in whose
    ? { calls: OF_CUSTOMER, params: whose, whom: 'customer', page: customerPaths.profile(whose.id) }
    : {
        calls: OF_GUEST,
        params: whose as unknown as { id: number },
        whom: 'guest',
        page: customerPaths.guest(whose.email),
      }
