import type { NodemailerError } from 'nodemailer'
import { IntegrationError } from '../error.ts'

const CERTIFICATE = /CERT|SIGNATURE|ISSUER/
const NO_TLS = /SSL|TLS|EPROTO/

/**
 * Explains to staff why a mail server did not accept an email. Only errors of the recipient or the email are final: an
 * error that an operator can fix, such as a wrong password, loses no email.
 *
 * Neither the error nor its cause is passed on, because a server's answer may quote the email with its link.
 */
export function smtpError(error: unknown, to?: string): IntegrationError {
  const fault = error as NodemailerError & { originalCode?: string }
  const code = numberOf(fault)
  const passing = (text: string) => new IntegrationError(`The mail server ${text}`, { isPassing: true })
  const final = (text: string) => new IntegrationError(`The mail server ${text}`, { isOfOneRequest: true })

  if (isIn(400, fault)) return passing(`asked us to try again later (${code})`)
  if (fault.command === 'STARTTLS' && fault.code === 'ETLS')
    return passing('offers no encryption, but SMTP_SECURITY requires it')
  if (fault.code === 'EAUTH') return passing(`rejected our user name or password${code ? ` (${code})` : ''}`)
  if (fault.responseCode === 530) return passing('requires a user name and a password')
  if (fault.permanent && fault.command === 'RCPT TO') return final(`rejected the email to ${to} (${code})`)
  if (fault.permanent && fault.command === 'DATA') return final(`rejected the email (${code})`)
  if (isIn(500, fault)) {
    const what = fault.command === 'MAIL FROM' ? 'rejected our sender address' : 'rejected our connection'
    return passing(`${what} (${code})`)
  }
  if (fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE') return final(`did not accept the email to ${to}`)
  if (fault.code === 'EDNS') return passing('was not found: check SMTP_HOST')
  if (CERTIFICATE.test(fault.originalCode ?? '')) return passing('cannot be trusted: its certificate is not valid')
  if (NO_TLS.test(fault.originalCode ?? '')) return passing('answered without encryption: check SMTP_SECURITY')
  if (fault.code === 'ECONNECTION') return passing('closed the connection early')
  return passing('is not answering')
}

/** Returns whether the server answered with a code of this hundred. */
const isIn = (hundred: number, { responseCode = 0 }: NodemailerError) =>
  responseCode >= hundred && responseCode < hundred + 100

/** Returns the code and the enhanced code (RFC 3463) of the answer, only digits. */
const numberOf = ({ responseCode, response = '' }: NodemailerError): string => {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return [responseCode, enhanced].filter(Boolean).join(' ')
}
