import { afterEach, describe, expect, test } from 'vitest'
import { testCertificate } from '../../test/certificate.ts'
import { smtpAccount, smtpPeer, type SmtpFault, type SmtpPeer } from '../../test/smtp-peer.ts'
import type { SmtpSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { smtpMail } from './smtp.ts'

const SECRET = 'https://marquee.example/reset-password/top-secret'
const email = (to = 'ada@marquee.example') => ({ to, subject: 'Ẹ káàárọ̀', text: SECRET, html: `<a>${SECRET}</a>` })

const opened: SmtpPeer[] = []
const peer = async (options?: Parameters<typeof smtpPeer>[0]) => {
  const made = await smtpPeer(options)
  opened.push(made)
  return made
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close()
})

const mail = (port: number, settings: Partial<SmtpSettings> = {}, times = {}) =>
  smtpMail(
    {
      host: '127.0.0.1',
      port,
      security: 'starttls',
      user: undefined,
      password: undefined,
      from: 'Lights, Sounds & Co <office@chain.example>',
      ...settings,
    },
    { tls: { ca: testCertificate.cert }, times },
  )

/** Message of a failure; it contains nothing of the email. */
const failure = async (attempt: Promise<unknown>): Promise<{ text: string; isPassing: boolean }> => {
  const error = await attempt.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(IntegrationError)
  const { message, isPassing, cause, stack } = error as IntegrationError
  expect(cause).toBeUndefined()
  expect(message + stack).not.toContain('top-secret')
  expect(message).not.toContain(smtpAccount.password)
  return { text: message, isPassing }
}

test('sends an email unchanged from the chain, with the same message ID for each attempt', async () => {
  const outside = await peer()
  await mail(outside.port).send(email(), 'email-1')
  await mail(outside.port).send(email(), 'email-1')
  const [first, second] = outside.emails
  expect(first).toMatchObject({
    envelope: { from: 'office@chain.example', to: ['ada@marquee.example'] },
    from: { name: 'Lights, Sounds & Co', address: 'office@chain.example' },
    to: [{ address: 'ada@marquee.example' }],
    subject: 'Ẹ káàárọ̀',
    text: `${SECRET}\n`,
    messageId: '<email-1@chain.example>',
  })
  expect(first!.html).toContain(`<a>${SECRET}</a>`)
  expect(first!.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(second!.messageId).toBe(first!.messageId)
})

// ASVS: 1.3.11
test('never splits an address into two recipients', async () => {
  const outside = await peer()
  await mail(outside.port)
    .send(email('ada@marquee.example, eve@marquee.example'), '1')
    .catch(() => undefined)
  expect(outside.emails.flatMap(({ envelope }) => envelope.to)).not.toContain('eve@marquee.example')
})

describe('security', () => {
  test.each(['starttls', 'tls', 'none'] as const)('%s sends and tests', async (security) => {
    const outside = await peer({ security, asksForPassword: true })
    const sender = mail(outside.port, { security, ...smtpAccount })
    await sender.send(email(), '1')
    expect(outside.emails).toMatchObject([{ isEncrypted: security !== 'none' }])
    expect(await sender.test()).toBe(`Connected ${security === 'none' ? 'without' : 'with'} encryption and signed in`)
    expect(outside.emails).toHaveLength(1)
  })

  test('none sends without encryption although the server offers it', async () => {
    const outside = await peer()
    await mail(outside.port, { security: 'none' }).send(email(), '1')
    expect(outside.emails).toMatchObject([{ isEncrypted: false }])
  })

  // ASVS: 12.3.1
  test('starttls sends nothing to a server without STARTTLS', async () => {
    const outside = await peer({ security: 'none' })
    const text = 'The mail server offers no encryption, but SMTP_SECURITY requires it'
    expect(await failure(mail(outside.port, smtpAccount).send(email(), '1'))).toEqual({ text, isPassing: true })
    expect(await failure(mail(outside.port).test())).toEqual({ text, isPassing: true })
    expect(outside.emails).toEqual([])
  })

  test('tls reports a server without encryption', async () => {
    const outside = await peer({ security: 'none' })
    expect(await failure(mail(outside.port, { security: 'tls' }).send(email(), '1'))).toEqual({
      text: 'The mail server answered without encryption: check SMTP_SECURITY',
      isPassing: true,
    })
  })

  // ASVS: 12.3.2
  test.each(['starttls', 'tls'] as const)('rejects an untrusted certificate with %s', async (security) => {
    const outside = await peer({ security })
    const sender = smtpMail({
      host: '127.0.0.1',
      port: outside.port,
      security,
      ...smtpAccount,
      from: 'office@chain.example',
    })
    expect(await failure(sender.send(email(), '1'))).toEqual({
      text: 'The mail server cannot be trusted: its certificate is not valid',
      isPassing: true,
    })
    expect(outside.emails).toEqual([])
  })
})

describe('the password', () => {
  test.each([
    ['that is wrong', { ...smtpAccount, password: 'guessed' }, 'rejected our user name or password (535 5.7.8)'],
    ['that is missing', {}, 'requires a user name and a password'],
  ])('%s is a temporary error, so that no email is lost', async (_, account, text) => {
    const outside = await peer({ asksForPassword: true })
    expect(await failure(mail(outside.port, account).send(email(), '1'))).toEqual({
      text: `The mail server ${text}`,
      isPassing: true,
    })
  })

  test('is checked by the connection test', async () => {
    const outside = await peer({ asksForPassword: true })
    expect(await failure(mail(outside.port, { ...smtpAccount, password: 'guessed' }).test())).toMatchObject({
      text: 'The mail server rejected our user name or password (535 5.7.8)',
    })
  })
})

describe('answers of the server', () => {
  const answers: [string, SmtpFault, string, boolean][] = [
    ['busy', { at: 'connect', answer: '421 4.3.2 Too busy' }, 'asked us to try again later (421 4.3.2)', true],
    ['blocked', { at: 'connect', answer: '554 5.7.1 Go away' }, 'rejected our connection (554 5.7.1)', true],
    ['no accounts now', { at: 'auth', answer: '454 4.7.0 Later' }, 'asked us to try again later (454 4.7.0)', true],
    ['another sender', { at: 'from', answer: '553 5.7.1 No' }, 'rejected our sender address (553 5.7.1)', true],
    ['greylisted', { at: 'to', answer: '451 4.7.1 Wait' }, 'asked us to try again later (451 4.7.1)', true],
    ['unknown', { at: 'to', answer: '550 No' }, 'rejected the email to ada@marquee.example (550)', false],
    ['full disk', { at: 'data', answer: '452 4.3.1 Full' }, 'asked us to try again later (452 4.3.1)', true],
    ['spam', { at: 'data', answer: `554 5.7.1 Bad ${SECRET}` }, 'rejected the email (554 5.7.1)', false],
    ['dropped at once', { at: 'connect', answer: 'hang up' }, 'closed the connection early', true],
    ['dropped in the email', { at: 'data', answer: 'hang up' }, 'closed the connection early', true],
  ]
  test.each(answers)('%s gives the message and a second attempt', async (_, fault, text, isPassing) => {
    const outside = await peer({ asksForPassword: true })
    outside.next = [fault]
    const sender = mail(outside.port, smtpAccount)
    expect(await failure(sender.send(email(), '1'))).toEqual({ text: `The mail server ${text}`, isPassing })
    await sender.send(email(), '1')
    expect(outside.emails).toHaveLength(1)
  })

  test.each(['greeting', 'silence', 'whole'])('are missing for longer than %s', async (time) => {
    const outside = await peer({ isSilent: true })
    expect(await failure(mail(outside.port, {}, { [time]: 50 }).send(email(), '1'))).toEqual({
      text: 'The mail server is not answering',
      isPassing: true,
    })
  })

  test('are missing because no server listens', async () => {
    for (const attempt of [mail(1).send(email(), '1'), mail(1).test()])
      expect(await failure(attempt)).toEqual({ text: 'The mail server is not answering', isPassing: true })
  })

  test('are missing because the host name is unknown', async () => {
    expect(await failure(mail(25, { host: 'mail..invalid' }).send(email(), '1'))).toEqual({
      text: 'The mail server was not found: check SMTP_HOST',
      isPassing: true,
    })
  })
})
