/** What other features use of this one. */
export { menuProducts } from './store.ts'
export { productsToCost } from './margin-store.ts'
