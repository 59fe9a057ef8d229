/** `npm run test:embedded`: every test with a database on the embedded one, of which `npm test` runs what may differ. */
import { ensureInstalled } from './node.mjs'
import { alone, conclude, vitest } from './steps.mjs'

ensureInstalled()
const args = vitest('run', '--project=embedded')
conclude([await alone({ name: 'embedded', args, env: { EVERY_TEST_ON_EMBEDDED: 'yes' } })])
