import { measureCompared } from '../compare.ts'
import { cases, sizeOf } from './cases.ts'
import { CINEMAS, DAYS, seed, SHOWS } from './seed.ts'

/** The board and the schedule of a chain's two weeks. */
export const measureProgramme = () =>
  measureCompared(
    { name: 'programme', title: 'The programme', rows: 'showings', seed, sizeOf, cases },
    CINEMAS * DAYS * SHOWS,
  )
