import { serveBare } from '../baseline.ts'
import { cases, sizeOf } from './cases.ts'

await serveBare(async (pool) => cases(await sizeOf(pool)))
