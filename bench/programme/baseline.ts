import { serveBare } from '../baseline.ts'
import { cases } from './cases.ts'

await serveBare(async () => cases())
