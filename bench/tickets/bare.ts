import { serveBare } from '../bare.ts'
import { COPY } from './bare-sql.ts'
import { cases, sizeOf } from './cases.ts'

await serveBare(async (pool) => cases(await sizeOf(pool)), { copy: COPY })
