/** Finds the tables that a text of TypeScript or SQL reads and writes, and their owners. */

import { placeOf } from './domains.ts'

export type Use = { table: string; does: 'reads' | 'writes'; line: number }

/** Owners by table name, and table names by the name in code. */
export type Tables = { owners: Map<string, string>; inCode: Map<string, string> }

const WRITE = 'insert into|update|delete from|truncate(?: table)?|copy'
const READ = 'from|join|using'
const WRITES_BY_CALL = /^(insert|update|delete)$/

/** Returns the owner of a file: its feature or a part of the platform. */
export const ownerOf = (file: string): string => placeOf(file).feature ?? file.split('/')[0]!

/** @param files texts of all `tables.ts`, by path from `src/` */
export function tablesIn(files: Map<string, string>): Tables {
  const tables: Tables = { owners: new Map(), inCode: new Map() }
  for (const [file, text] of files)
    for (const [, inCode, name] of text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
      tables.owners.set(name!, ownerOf(file))
      tables.inCode.set(inCode!, name!)
    }
  for (const [file, text] of files)
    for (const [, name] of (/SQL_TABLES = \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g))
      tables.owners.set(name!, ownerOf(file))
  return tables
}

/** Removes comments but not their line breaks, so that line numbers stay correct. */
const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/^[^\S\n]*\/\/.*$/gm, '')
    .replace(/(^|\s)--\s.*$/gm, '$1')

/**
 * Finds tables in SQL (`insert into x`, `from x a, y b`, `join ${x}`) and in Drizzle calls (`.insert(x)`, `.from(x)`). A name
 * of a common table expression (`with x as (`) is not a table.
 */
export function usesIn(source: string, { owners, inCode }: Tables): Use[] {
  const text = withoutComments(source)
  const ofQueries = new Set(
    [...text.matchAll(/\b(\w+)(?:\s*\([\w\s,]+\))? as (?:not )?(?:materialized )?\(/g)].map(([, name]) => name),
  )
  const tableOf = (name: string) =>
    name.startsWith('$')
      ? inCode.get(name.slice(2, -1))
      : ofQueries.has(name)
        ? undefined
        : owners.has(name)
          ? name
          : undefined
  const uses: Use[] = []
  const note = (table: string | undefined, does: Use['does'], index: number) => {
    if (table) uses.push({ table, does, line: text.slice(0, index).split('\n').length })
  }
  const NAME = String.raw`(?:only\s+)?"?(\$\{\w+\}|[a-z_]\w*)"?`
  for (const match of text.matchAll(new RegExp(String.raw`\b(${WRITE})\s+${NAME}`, 'gi')))
    note(tableOf(match[2]!), 'writes', match.index)
  for (const match of text.matchAll(
    new RegExp(
      String.raw`\b(delete\s+)?(${READ})\s+${NAME}((?:(?:\s+(?:as\s+)?\w+)?\s*,\s*(?:\$\{\w+\}|[a-z_]\w*))*)`,
      'gi',
    ),
  )) {
    if (!match[1]) note(tableOf(match[3]!), 'reads', match.index)
    for (const [, more] of match[4]!.matchAll(/,\s*(\$\{\w+\}|[a-z_]\w*)/g)) note(tableOf(more!), 'reads', match.index)
  }
  for (const match of text.matchAll(
    /\.(insert|update|delete|from|innerJoin|leftJoin|rightJoin|fullJoin|\$count)\(\s*(\w+)\b/g,
  ))
    note(inCode.get(match[2]!), WRITES_BY_CALL.test(match[1]!) ? 'writes' : 'reads', match.index)
  return uses
}
