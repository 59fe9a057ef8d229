import { measureBeside } from '../compare.ts'
import { cases, sizeOf, type Size } from './cases.ts'
import { seed } from './seed.ts'

const told = ({ listed, active, guests, kids }: Size) =>
  `${listed} listed, ${active} with a subscription in force, ${guests} guests, ${kids} in the kids club`

/** The lists of people and a profile. */
export const measureCustomers = (count: number) =>
  measureBeside({ name: 'customers', title: 'Customers', rows: 'customers', seed, sizeOf, told, cases }, count)
