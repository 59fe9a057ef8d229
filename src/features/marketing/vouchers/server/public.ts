export { KEY_FILE } from './keys.ts'
export { freeVouchers, vouchersCoded, vouchersOfRecipients, type Given } from './recipients.ts'
