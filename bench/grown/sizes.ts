import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Another number fills anew: it is raised when the seed writes other rows. */
export const SEED_VERSION = 1

/** `from`: everything in it follows from this number and from the day on which its three years end. */
export type Sizes = { customers: number; purchases: number; from: number; until: string }

const top = path.resolve(import.meta.dirname, '../..')

/** Of the files that make the schema: on another schema a kept cluster is of no use. */
export const schemaHash = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync(['migrations/*.sql', 'src/**/schema.sql'], { cwd: top }).toSorted())
    hash.update(file).update(readFileSync(path.join(top, file)))
  return hash.digest('hex').slice(0, 16)
}
