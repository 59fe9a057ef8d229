import { tickets } from '#features/sales/tickets/contract.ts'
import { measureCompared } from '../compare.ts'
import { cases, sizeOf } from './cases.ts'
import { seed } from './seed.ts'

/** The ticket log of so many lines, its pages, searches and file. */
export const measureTickets = (count: number) =>
  measureCompared(
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
