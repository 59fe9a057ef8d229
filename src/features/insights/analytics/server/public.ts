export { cubeMoney } from './cube-money.ts'
export { rowsOfDay } from './store.ts'
