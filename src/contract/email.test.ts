import { describe, expect, test } from 'vitest'
import { isEmail } from './email.ts'

describe('isEmail', () => {
  test.each([
    'ada@mail.example',
    'ADA@Mail.Example',
    ' ada@mail.example ',
    'a@b.co',
    'a+tag@mail.example',
    "d'arcy@mail.example",
    'first.last_name-1@sub.mail-host.example',
    '!#$%&*/=?^`{|}~@mail.example',
    'ünï@mail.example',
    'n\u0303@mail.example',
    'Adaézè@kọ́lá.example',
    '用户@例子.公司',
    'उपयोगकर्ता@उदाहरण.भारत',
    'ada@xn--fsqu00a.xn--p1ai',
    'ada@163.com',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  ])('accepts %s', (email) => expect(isEmail(email)).toBe(true))

  test.each([
    '',
    'ada',
    '@mail.example',
    'ada@',
    'ada@mail',
    'ada@x..example',
    'ada@.mail.example',
    'ada@mail.example.',
    '.ada@mail.example',
    'ada.@mail.example',
    'a..da@mail.example',
    'a@b@mail.example',
    'ada@mail,example',
    'one@mail.example; two@mail.example',
    'one@mail.example,two@mail.example',
    'ada obi@mail.example',
    'ada@mail .example',
    'ada\u0007@mail.example',
    'zwsp\u200b@mail.example',
    'leap.day@mail.example_x000D_',
    'ada@mail_host.example',
    'ada@-mail.example',
    'ada@mail-.example',
    'ada@mail.e',
    'ada@mail.123',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    '<ada@mail.example',
    'ada@mail.example>',
    'Ada <ada@mail.example>',
    '"ada@mail.example',
    'ada"@mail.example',
    '"ada obi"@mail.example',
    'mailto:ada@mail.example',
    `${'a'.repeat(65)}@mail.example`,
    `ada@${'b'.repeat(64)}.example`,
    `ada@${'bbbbbbbbb.'.repeat(25)}example`,
  ])('rejects %s', (email) => expect(isEmail(email)).toBe(false))

  test('checks long input within a second', () => {
    const start = performance.now()
    for (const part of ['a', 'a.', 'a-', '@', 'é']) isEmail(`${part.repeat(120)}@${part.repeat(120)}!`)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
