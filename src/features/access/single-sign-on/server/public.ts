/** What other features use of this one: a superadmin allows somebody to sign in at another provider. */
export { allowLink } from './store.ts'
