/** What other features use of this one. */
export { check } from './check.ts'
export { rebuild, type Rebuilt } from './rebuild.ts'
