export { cubeMoney } from './cube-money.ts'
export { check } from './rollups/check.ts'
export { rebuild, type Rebuilt } from './rollups/rebuild.ts'
export { rowsOfDay } from './store.ts'
