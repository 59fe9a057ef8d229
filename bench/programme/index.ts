import { measureBeside } from '../compare.ts'
import { cases, sizeOf } from './cases.ts'
import { CINEMAS, DAYS, seed, SHOWS } from './seed.ts'

/** The board and the schedule of a chain's two weeks. */
export const measureProgramme = () =>
  measureBeside(
    { name: 'programme', title: 'The programme', rows: 'showings', seed, sizeOf, cases },
    CINEMAS * DAYS * SHOWS,
  )
