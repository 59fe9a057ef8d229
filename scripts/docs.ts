/** `npm run docs`: writes the documents that are made from code and from the list of clauses. A test holds that they are up to date. */
import { writeFileSync } from 'node:fs'
import { everyEndpoint } from '#app/server-features.ts'
import { API_BASE } from '#contract/base.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { groups, type Group } from '#server/configuration.ts'
import { listed, type Setting } from '#server/setting.ts'
import { coverageDocument } from './clauses.ts'
import { recordTypes } from './feed-types.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

const row = ({ method, path, permission, summary }: Endpoint) =>
  `| ${method} | \`${path}\` | ${permissionsOf(permission).join(' and ')} | ${cell(summary)} |`
const section = ([feature, endpoints]: [string, Endpoint[]]) =>
  `## ${feature}\n\n| method | path | may | what it does |\n|---|---|---|---|\n${endpoints.map(row).join('\n')}\n`

const apiDocument = `# The API

Made by \`npm run docs\` from the contracts. Every path is below the base address, \`${API_BASE}\` by default; shapes are in \`${API_BASE}/openapi.json\` and, to read, at \`${API_BASE}/docs\`.

Success is \`{ "data": …, "message"?: … }\`; failure is \`{ "status", "message", "errors"?: [{ "field"?, "message" }], "data"? }\` with the same HTTP status. \`may\` names who may call: public, session (any signed-in admin or service token), person (any signed-in admin), superadmin, feed (a program with a feed key), or a permission.

${[...Map.groupBy(everyEndpoint, ({ feature }) => feature)].map(section).join('\n')}`

const defaultOf = ({ byDefault, example, isNeeded }: Setting) => {
  if (example) return example
  if (byDefault !== undefined) return `\`${byDefault}\``
  return isNeeded ? '**needed**' : ''
}
const settingRow = (setting: Setting) =>
  `| \`${setting.name}\` | ${cell(defaultOf(setting))} | ${cell(setting.means)}${setting.isSecret ? ' (secret)' : ''} |`
const group = ({ title, about, settings }: Group) =>
  `## ${title}\n\n${about}\n\n| setting | default | meaning |\n|---|---|---|\n${listed(settings).map(settingRow).join('\n')}\n`

const configurationDocument = `# Configuration

Made by \`npm run docs\` from \`src/server/configuration.ts\`, which also reads it. Settings are environment variables, read once at the start; a wrong one stops the start with one line that names it and the rule. A connection is chosen by setting what it needs: a part of which only half is set stops the start too. Each secret may stand in a file instead, which a setting of the same name with \`_FILE\` names (\`SESSION_SECRET_FILE=/run/secrets/session\`). A secret is never printed, logged, or shown by the application.

${groups.map(group).join('\n')}`

export const documents: Record<string, string> = {
  'docs/api.md': apiDocument,
  'docs/configuration.md': configurationDocument,
  'clients/feed/records.d.ts': recordTypes(),
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(documents)) writeFileSync(path, text)
  // To be read and not kept: each changed title of a test would change it.
  writeFileSync('docs/coverage.md', coverageDocument())
}
