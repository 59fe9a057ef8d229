import type { Email } from './port.ts'

/** Content of an email, plain text throughout: markup in it is shown as text. */
export type EmailContent = {
  /** Name of the cinema chain, the sender. */
  chain: string
  subject: string
  title: string
  greeting: string
  paragraphs: readonly [string, ...string[]]
  /** List of items, each with its link. */
  links?: readonly { label: string; link: string; note: string }[]
  /** Table; in plain text, rows with a bar between the cells. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** Button; absent if the email requests nothing. */
  button?: { label: string; link: string }
  smallPrint: string
  /** Language of the text (BCP 47). */
  lang?: string
}

/** Composes the text and the HTML of an email. */
export const composeEmail = (to: string, content: EmailContent): Email => ({
  to,
  subject: content.subject,
  text: textOf(content),
  html: htmlOf(content),
})

const textOf = ({ title, greeting, paragraphs, links = [], table, button, smallPrint, chain }: EmailContent) =>
  [
    title,
    greeting,
    ...paragraphs,
    ...links.map(({ label, link, note }) => `${label}\n${note}\n${link}`),
    ...(table ? [[table.head, ...table.rows].map((cells) => cells.map(inOneLine).join(' | ')).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    smallPrint,
    `-- \n${chain}`,
  ].join('\n\n')

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const escape = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const FONT = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const COLOURS = {
  page: '#f4f2f9',
  card: '#ffffff',
  line: '#e4dff0',
  text: '#1b1726',
  soft: '#5d5673',
  accent: '#6d4ce6',
}

/** Styles for mail clients with a dark page; the others keep the inline colours. */
const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0e0c14 !important; }
    .card { background: #15121d !important; border-color: #2a2539 !important; }
    .text { color: #efecf7 !important; }
    .soft { color: #aaa3bd !important; }
    .link { color: #b7a4ff !important; }
    .rule { border-color: #2a2539 !important; }
  }
  @media (max-width: 480px) {
    .inner { padding: 24px 20px !important; }
  }`

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const buttonOf = ({ label, link: address }: NonNullable<EmailContent['button']>) => {
  const { soft, accent } = COLOURS
  const link = escape(address)
  return `<table ${TABLE} style="margin:8px 0 24px"><tr>
<td bgcolor="${accent}" style="border-radius:8px;background:${accent};mso-padding-alt:13px 26px">
<a href="${link}" style="display:inline-block;padding:13px 26px;color:#ffffff;font:600 16px/22px ${FONT};text-decoration:none">${escape(label)}</a>
</td></tr></table>
<p class="soft" style="margin:0;color:${soft};font:14px/21px ${FONT};word-break:break-all"><a href="${link}" class="link" style="color:${accent}">${link}</a></p>
`
}

const tableOf = ({ head, rows }: NonNullable<EmailContent['table']>) => {
  const { line, text, soft } = COLOURS
  const cell = (tag: 'th' | 'td', name: string, style: string) => (value: string) =>
    `<${tag} class="rule ${name}" align="left" valign="top" style="padding:6px 12px 6px 0;border-bottom:1px solid ${line};font:${style} 13px/19px ${FONT};color:${name === 'soft' ? soft : text}">${escape(value)}</${tag}>`
  return `<div style="overflow-x:auto;margin:0 0 20px"><table cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">
<tr>${head.map(cell('th', 'soft', '600')).join('')}</tr>
${rows.map((cells) => `<tr>${cells.map(cell('td', 'text', '400')).join('')}</tr>`).join('\n')}
</table></div>
`
}

const linksOf = (links: NonNullable<EmailContent['links']>) => {
  const { line, text, soft } = COLOURS
  const item = ({ label, link, note }: (typeof links)[number]) =>
    `<tr><td class="rule" style="padding:12px 0;border-top:1px solid ${line}">
<a href="${escape(link)}" class="text" style="color:${text};font:600 16px/24px ${FONT}">${escape(label)}</a>
<p class="soft" style="margin:2px 0 0;color:${soft};font:14px/21px ${FONT}">${escape(note)}</p>
</td></tr>`
  return `<table ${TABLE} width="100%" style="margin:0 0 20px">${links.map(item).join('\n')}</table>
`
}

/**
 * Composes HTML with tables and inline styles, for all mail clients; nothing is loaded. Inboxes show the hidden first
 * line next to the subject. The language is given twice, because many clients keep only the body.
 */
const htmlOf = (content: EmailContent) => {
  const { chain, subject, title, greeting, paragraphs, links = [], table, button, smallPrint, lang = 'en' } = content
  const { page, card, line, text, soft, accent } = COLOURS
  const paragraph = (value: string) =>
    `<p class="text" style="margin:0 0 16px;color:${text};font:16px/24px ${FONT}">${escape(value)}</p>`
  return `<!doctype html>
<html lang="${escape(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${page}">
<div role="main" lang="${escape(lang)}">
<div style="display:none;max-height:0;overflow:hidden">${escape(paragraphs[0])}</div>
<table ${TABLE} width="100%" class="page" style="background:${page}">
<tr><td align="center" style="padding:32px 12px">
<table ${TABLE} width="600" style="width:100%;max-width:600px">
<tr><td style="padding:0 4px 16px">
<table ${TABLE}><tr>
<td width="10" height="20" bgcolor="${accent}" style="width:10px;height:20px;border-radius:3px;background:${accent};font-size:0">&nbsp;</td>
<td class="text" style="padding-left:10px;color:${text};font:600 15px/20px ${FONT}">${escape(chain)}</td>
</tr></table>
</td></tr>
<tr><td class="card inner" style="padding:36px 40px;border:1px solid ${line};border-radius:12px;background:${card}">
<h1 class="text" style="margin:0 0 20px;color:${text};font:600 24px/32px ${FONT}">${escape(title)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${links.length ? linksOf(links) : ''}${table ? tableOf(table) : ''}${button ? buttonOf(button) : ''}<table ${TABLE} width="100%"><tr><td class="rule" style="padding-top:24px;border-bottom:1px solid ${line};font-size:0">&nbsp;</td></tr></table>
<p class="soft" style="margin:20px 0 0;color:${soft};font:14px/21px ${FONT}">${escape(smallPrint)}</p>
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`
}
