import type { Env } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import type { ShortLinks } from './port.ts'

/**
 * Returns addresses of this server unchanged, because they are short (`/r/{code}`).
 * Test trigger (`env.hasSentinels`): the link of a person named `shortener down` fails.
 */
export const embeddedShortLinks = ({ hasSentinels }: Pick<Env, 'hasSentinels'>): ShortLinks => ({
  kind: 'embedded',
  shorten: async ({ address, name }) => {
    if (hasSentinels && name.toLowerCase() === 'shortener down')
      throw new IntegrationError('The link shortener reported an error (503)', { isPassing: true, answered: 503 })
    return address
  },
  test: async () => 'Short links lead through this server',
})
