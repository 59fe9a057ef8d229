import type { ConnectionOptions } from 'node:tls'
import type { Transporter } from 'nodemailer'
import type { SmtpSettings } from '../../env.ts'
import { SEND_WITHIN_MS, type Mail } from './port.ts'
import { smtpError } from './smtp-error.ts'

/** Milliseconds. Servers that slow strangers down greet late, and those that look into an email answer late. */
const TIMES = { connect: 15_000, greeting: 30_000, silence: 120_000, total: SEND_WITHIN_MS }

/**
 * Sends by a mail server. Each email has a connection of its own: they are few, and a server that stops has nothing to
 * close. `more` is for tests: whom to trust besides the public authorities, and shorter times.
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
    // A server that does not ask for the password that it was given is not the one that is meant.
    ...(user && { auth: { user, pass: password }, forceAuth: true }),
    connectionTimeout: times.connect,
    greetingTimeout: times.greeting,
    socketTimeout: times.silence,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let made: Promise<Transporter> | undefined
  /** The library is loaded with the first letter. */
  const transport = () => (made ??= import('nodemailer').then(({ createTransport }) => createTransport(settings)))
  return {
    kind: 'smtp',
    send: async ({ to, subject, text, html, attachments = [] }, id) => {
      try {
        const opened = await transport()
        await opened.sendMail({
          from: sender,
          // As an object it stays one address, whatever stands in it.
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
          messageId: `<${id}@${sender.address.split('@').at(-1)}>`,
          // No holiday notice is wanted in return (RFC 3834, 5).
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

/** `Marquee Cinemas <office@chain.example>` or the address alone; a comma in the name is no second sender. */
const senderOf = (from: string): { name: string; address: string } => {
  const [, name, address] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [undefined, '', from]
  return { name: name!.trim().replace(/^"(.*)"$/, '$1'), address: address!.trim() }
}
