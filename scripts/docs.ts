/** `npm run docs`: writes docs/api.md from the book of calls. A test holds that it is up to date. */
import { writeFileSync } from 'node:fs'
import { book } from '#contract'
import { API_BASE } from '#contract/base.ts'
import type { Endpoint, Table } from '#contract/endpoint.ts'

const row = ({ method, path, may, summary }: Endpoint) =>
  `| ${method} | \`${path}\` | ${may} | ${summary.replaceAll('|', '\\|')} |`
const section = ([feature, table]: [string, Table]) =>
  `## ${feature}\n\n| method | path | may | what it does |\n|---|---|---|---|\n${Object.values(table).map(row).join('\n')}\n`

export const apiDocument = `# The API

Made by \`npm run docs\` from the contracts. Every path is below the base address, \`${API_BASE}\` by default; shapes are in \`${API_BASE}/openapi.json\` and, to read, at \`${API_BASE}/docs\`.

Success is \`{ "data": …, "message"?: … }\`; failure is \`{ "status", "message", "errors"?: [{ "field"?, "message" }], "data"? }\` with the same HTTP status. \`may\` names who may call: public, session (any signed-in admin), superadmin, or a permission.

${Object.entries(book as Record<string, Table>)
  .map(section)
  .join('\n')}`

if (import.meta.main) writeFileSync('docs/api.md', apiDocument)
