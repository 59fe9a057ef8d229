import { serveBare } from '../baseline.ts'
import { COPY } from './baseline-sql.ts'
import { cases, sizeOf } from './cases.ts'

await serveBare(async (pool) => cases(await sizeOf(pool)), { copy: COPY, options: '-c jit=off' })
