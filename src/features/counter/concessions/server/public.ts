/** What other features use of this one. */
export { countProducts, listProducts, menuProducts, noteCounted, productOf, type SoldRow } from './store.ts'
export { productsToCost } from './margin-store.ts'
