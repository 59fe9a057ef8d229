export { KEY_FILE } from './keys.ts'
export { freeVouchers, vouchersCoded, vouchersHeldBy, type Given } from './recipients.ts'
