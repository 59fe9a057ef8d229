import { IntegrationError } from '../error.ts'
import type { ShortLinks } from './port.ts'

/**
 * The addresses of this server are short already (`/r/{code}`).
 * Sentinel: a link of somebody called `shortener down` finds no shortener.
 */
export const embeddedShortLinks = (): ShortLinks => ({
  kind: 'embedded',
  shorten: async ({ address, name }) => {
    if (name.toLowerCase() === 'shortener down')
      throw new IntegrationError('The link shortener has a fault (503)', { isPassing: true, answered: 503 })
    return address
  },
  test: async () => 'Makes short links of this server',
})
