import type { ConnectionOptions } from 'node:tls'
import type { Transporter } from 'nodemailer'
import type { SmtpSettings } from '../../env.ts'
import { SEND_WITHIN_MS, type Mail } from './port.ts'
import { smtpError } from './smtp-error.ts'

/**
 * Timeouts in milliseconds. Servers that slow down unknown clients greet late; servers that scan emails answer late.
 */
const TIMES = { connect: 15_000, greeting: 30_000, silence: 120_000, total: SEND_WITHIN_MS }

/**
 * Sends emails through a mail server. Each email has its own connection, because emails are few and a stopping server
 * then has none to close. `more` is for tests: trusted authorities and shorter times.
 */
export function smtpMail(
  { host, port, security, user, password, from }: SmtpSettings,
  more: { tls?: Pick<ConnectionOptions, 'ca'>; times?: Partial<typeof TIMES> } = {},
): Mail {
  const times = { ...TIMES, ...more.times }
  const sender = senderOf(from)
  const settings = {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { ...more.tls },
    // Otherwise the password would be ignored by a server that does not request it, which is the wrong server.
    ...(user && { auth: { user, pass: password }, forceAuth: true }),
    connectionTimeout: times.connect,
    greetingTimeout: times.greeting,
    socketTimeout: times.silence,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let made: Promise<Transporter> | undefined
  /** Loads the library with the first email. */
  const transport = () => (made ??= import('nodemailer').then(({ createTransport }) => createTransport(settings)))
  return {
    kind: 'smtp',
    send: async ({ to, subject, text, html, attachments = [] }, id) => {
      try {
        const opened = await transport()
        await opened.sendMail({
          from: sender,
          // An object remains one address, whatever it contains.
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
          messageId: `<${id}@${sender.address.split('@').at(-1)}>`,
          // Avoids out-of-office replies (RFC 3834, 5).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(times.total),
        })
      } catch (error) {
        throw smtpError(error, to)
      }
    },
    test: async () => {
      try {
        const opened = await transport()
        await opened.verify()
      } catch (error) {
        throw smtpError(error)
      }
      return `Connected ${security === 'none' ? 'without' : 'with'} encryption${user ? ' and signed in' : ''}`
    },
  }
}

/** Parses `Marquee Cinemas <office@chain.example>` or an address alone; a comma in the name adds no sender. */
const senderOf = (from: string): { name: string; address: string } => {
  const [, name, address] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [undefined, '', from]
  return { name: name!.trim().replace(/^"(.*)"$/, '$1'), address: address!.trim() }
}
