export { check } from './rollups/check.ts'
