import { tickets } from '#features/tickets/contract.ts'
import { measureBeside } from '../compare.ts'
import { cases, sizeOf } from './cases.ts'
import { seed } from './seed.ts'

/** The ticket log of so many lines, its pages, searches and file. */
export const measureTickets = (count: number) =>
  measureBeside(
    {
      name: 'tickets',
      title: 'The ticket log',
      rows: 'lines of tickets',
      seed,
      sizeOf,
      cases,
      file: tickets.csv.path,
    },
    count,
  )
