import { describe, expect, test } from 'vitest'
import { composeEmail, type EmailContent } from './compose.ts'

const LINK = 'https://marquee.example/reset-password/a_b-c?x=1&y="2"'
const content: EmailContent = {
  chain: 'Lights & Sounds <Lagos>',
  subject: 'Ẹ káàárọ̀ "Ada"',
  title: 'A title',
  greeting: `Hello <script>alert('Ada')</script>,`,
  paragraphs: ['The first & best.', 'A second </td> one.'],
  button: { label: 'Open > it', link: LINK },
  smallPrint: '<img src="https://spy.example/1.gif">',
}
const { to, subject, text, html } = composeEmail('ada@marquee.example', content)

/** Visible text: without tags, styles and hidden parts. */
const read = (page: string) =>
  page
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<div style="display:none[^>]*>.*?<\/div>/s, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&nbsp;', '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

describe('an email', () => {
  test('goes to one person, with its subject', () => {
    expect([to, subject]).toEqual(['ada@marquee.example', 'Ẹ káàárọ̀ "Ada"'])
  })

  test('has the same text in both formats', () => {
    const inText = text.split('\n').filter((line) => line && line !== '-- ')
    const { chain, title, greeting, paragraphs, button, smallPrint } = content
    expect(inText).toEqual([title, greeting, ...paragraphs, `${button!.label}:`, button!.link, smallPrint, chain])
    expect(read(html)).toEqual([chain, title, greeting, ...paragraphs, button!.label, button!.link, smallPrint])
  })

  test('has neither button nor link when nothing is requested', () => {
    const email = composeEmail('ada@marquee.example', { ...content, button: undefined })
    expect(email.text).not.toContain(content.button!.label)
    expect(email.html).not.toContain('href')
    expect(read(email.html)).toEqual([
      content.chain,
      content.title,
      content.greeting,
      ...content.paragraphs,
      content.smallPrint,
    ])
  })

  test('leads to the link by its button and its text', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
    expect(links).toEqual(Array(2).fill(LINK.replaceAll('&', '&#38;').replaceAll('"', '&#34;')))
  })

  // ASVS: 1.1.2, 1.2.1
  test('shows its content as text and loads nothing', () => {
    expect(html).not.toMatch(/<(script|img|link)\b|<[^>]*\bsrc=|url\(/i)
    expect(html).toContain('&#60;script&#62;alert(&#39;Ada&#39;)')
    expect(html).toContain('<html lang="en">')
  })

  test('shows its first paragraph next to the subject', () => {
    expect(html).toContain('overflow:hidden">The first &#38; best.</div>')
  })
})
