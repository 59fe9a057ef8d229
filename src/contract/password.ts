/** Minimum length of a customer's new password. For staff it is a setting of the chain. */
export const CUSTOMER_PASSWORD_MIN = 8
export const PASSWORD_MOST = 200
export const atLeast = (characters: number) => `Use at least ${characters} characters`
export const atMost = `Use up to ${PASSWORD_MOST} characters`
