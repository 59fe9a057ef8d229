/** Checks classes of style sheets, because neither the compiler nor the bundler does. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { refusalOf } from '../../scripts/vocabulary.ts'

const src = path.resolve(import.meta.dirname, '..')
const OF_A_SHEET = /import (\w+) from '([^']+\.module\.css)'/g

const classesOf = (sheet: string) => {
  const css = readFileSync(sheet, 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/'[^']*'/g, '')
  return new Set([...css.matchAll(/\.([a-zA-Z_]\w*)(?![^{}]*;)/g)].map(([, name]) => name!))
}
const sheetAt = (file: string, name: string) =>
  name.startsWith('#') ? path.join(src, name.slice(1)) : path.join(path.dirname(file), name)

test('finds every class of a component in its style sheet', () => {
  const missing = globSync(path.join(src, '**/*.{ts,tsx}')).flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    const named = code.replace(/'[^'\n]*'/g, '')
    return [...code.matchAll(OF_A_SHEET)].flatMap(([, styles, sheet]) => {
      const classes = classesOf(sheetAt(file, sheet!))
      const used = [...named.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(([, name]) => name!)
      return used.filter((name) => !classes.has(name)).map((name) => `${path.relative(src, file)}: ${name}`)
    })
  })
  expect(missing).toEqual([])
})

test('finds only terms of the glossary in class names', () => {
  const sheets = globSync(path.join(src, '**/*.module.css'))
  expect(sheets.flatMap((sheet) => [...classesOf(sheet)].flatMap((name) => refusalOf(name) ?? []))).toEqual([])
})
