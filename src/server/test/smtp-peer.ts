import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { testCertificate } from './certificate.ts'

/** The step at which the peer fails, with its answer or by closing the connection. */
export type SmtpFault = { at: 'connect' | 'auth' | 'from' | 'to' | 'data'; answer: string | 'hang up' }

export type SmtpPeer = {
  port: number
  /** All accepted emails, oldest first, with their envelopes. */
  emails: (Email & { envelope: { from: string; to: string[] }; isEncrypted: boolean })[]
  /** Errors of the next emails or calls, in order; undefined: none. */
  next: (SmtpFault | undefined)[]
  /** The number of connections. */
  calls: number
  close: () => Promise<void>
}

export const smtpAccount = { user: 'office', password: 'a mail password' }

/**
 * Runs an SMTP server on this machine. It can require the account's password, rejects addresses at bounce.example, and
 * fails as the test says.
 */
export async function smtpPeer(
  options: { security?: 'starttls' | 'tls' | 'none'; asksForPassword?: boolean; isSilent?: boolean } = {},
): Promise<SmtpPeer> {
  const { security = 'starttls', asksForPassword = false, isSilent = false } = options
  let fault: SmtpFault | undefined

  /** Ends the step with the error, if the error is for this step. */
  const failsAt = (at: SmtpFault['at'], answer: (error?: Error) => void): boolean => {
    if (fault?.at !== at) return false
    if (fault.answer === 'hang up') for (const { _socket } of server.connections) _socket.destroy()
    else answer(refusal(fault.answer))
    return true
  }

  const handlers: SMTPServerOptions = {
    onConnect: (_session, answer) => {
      self.calls++
      fault = self.next.shift()
      if (!isSilent && !failsAt('connect', answer)) answer()
    },
    onAuth: ({ username, password }, _session, answer) => {
      if (failsAt('auth', answer as (error?: Error) => void)) return
      if (username === smtpAccount.user && password === smtpAccount.password) answer(null, { user: username })
      else answer(refusal('535 5.7.8 No such account'))
    },
    onMailFrom: (_address, _session, answer) => void (failsAt('from', answer) || answer()),
    onRcptTo: ({ address }, _session, answer) => {
      if (failsAt('to', answer)) return
      answer(address.endsWith('@bounce.example') ? refusal('550 5.1.1 No such person here') : undefined)
    },
    onData: async (stream, { envelope, secure }, answer) => {
      if (fault?.at === 'data' && fault.answer === 'hang up') return void failsAt('data', answer)
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part as Buffer)
      if (failsAt('data', answer)) return
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      self.emails.push({
        ...(await PostalMime.parse(Buffer.concat(parts))),
        envelope: { from, to: envelope.rcptTo.map(({ address }) => address) },
        isEncrypted: secure,
      })
      answer()
    },
  }
  const server = new SMTPServer({
    ...testCertificate,
    ...handlers,
    secure: security === 'tls',
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    allowInsecureAuth: true,
    authOptional: !asksForPassword,
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
  })
  // Some tests are about callers that distrust the certificate or close the connection.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const self: SmtpPeer = {
    port: (server.server.address() as AddressInfo).port,
    emails: [],
    next: [],
    calls: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return self
}

const refusal = (answer: string) =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
