/** `npm run check`: what takes seconds. `npm run lint` and `npm run format` are parts of it, by name. */
import { ensureInstalled } from './node.mjs'
import { alone, conclude, format, formatCheck, lint, tests, together, types } from './steps.mjs'

ensureInstalled()
const only = process.argv[2]
if (only === 'lint') conclude([await alone(lint)])
else if (only === 'format') conclude([await alone(format)])
else {
  const quick = await together([...types, lint, formatCheck])
  conclude([...quick, await alone(tests({ projects: ['unit*', 'embedded'] }))])
}
