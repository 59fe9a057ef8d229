/** How long a customer's new password is at least; staff's is a setting of the chain. */
export const CUSTOMER_PASSWORD_MIN = 8
export const PASSWORD_MOST = 200
export const atLeast = (characters: number) => `Use at least ${characters} characters`
export const atMost = `At most ${PASSWORD_MOST} characters`
