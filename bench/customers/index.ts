import { measureCompared } from '../compare.ts'
import { cases, sizeOf, type Size } from './cases.ts'
import { seed } from './seed.ts'

const describe = ({ listed, active, guests, kids }: Size) =>
  `${listed} listed, ${active} with a subscription in force, ${guests} guests, ${kids} in the kids club`

/** The lists of people and a profile. */
export const measureCustomers = (count: number) =>
  measureCompared({ name: 'customers', title: 'Customers', rows: 'customers', seed, sizeOf, describe, cases }, count)
