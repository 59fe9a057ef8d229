import { serveBare } from '../bare.ts'
import { cases, sizeOf } from './cases.ts'

await serveBare(async (pool) => cases(await sizeOf(pool)))
