/** `npm run check`: what takes seconds. `npm run lint` and `npm run format` are parts of it, by name. */
import { ensureInstalled } from './node24.mjs'
import { alone, format, formatCheck, lint, tests, together, types } from './steps.mjs'

ensureInstalled()
const only = process.argv[2]
if (only === 'lint') await alone(lint)
else if (only === 'format') await alone(format)
else {
  await together([...types, lint, formatCheck])
  await alone(tests('unit', 'embedded'))
}
