/** Builds the product and loads the demo chain of the tours, before they wait for it. */
import { keepDemo } from './demo.ts'
import { build } from './server.ts'

build('web')
await keepDemo()
