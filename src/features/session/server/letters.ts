import type { Letter } from '#server/integrations/mail/port.ts'
import { RESET_MINUTES } from './tokens.ts'

export const resetLetter = (to: { email: string; firstName: string }, link: string, chain: string): Letter => ({
  to: to.email,
  subject: `Reset your ${chain} password`,
  text: `Hello ${to.firstName},

Somebody, most likely you, asked to reset the password of your ${chain} back office account.
Open this link within ${RESET_MINUTES} minutes to choose a new one:

${link}

If it was not you, there is nothing to do: your password stays as it is.`,
  html: '',
})
