/** Loads the demo chain of the tours, before they wait for it. */
import { keepDemo } from './demo.ts'

await keepDemo()
