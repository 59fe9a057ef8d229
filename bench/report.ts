import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

type Budget = { atMost: number; unit: string; means: string }
const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, 'budgets.json'), 'utf8')) as Record<
  string,
  Budget
>

/**
 * One measured value. Without a budget it is there to be known; `goal` is where it is to come to, and fails nothing. `detail`
 * is what it was computed from.
 */
export type Line = {
  name: string
  measured: number
  unit: string
  budget?: number
  isMet?: boolean
  goal?: number
  detail?: string
}
/**
 * `size`: what it was filled with. `received`: what each screen fetched, in order of arrival, for whoever asks where the time
 * goes. `isTrial`: a part of it, or for a short time; not kept.
 */
export type Part = {
  name: string
  title: string
  size?: number
  lines: Line[]
  received?: Record<string, unknown>
  isTrial?: boolean
}

/** A value with the budget of that key. @throws Error when budgets.json has no such key */
export function line(key: string, name: string, measured: number, detail?: string): Line {
  const budget = budgets[key]
  if (!budget) throw new Error(`budgets.json has no ${key}`)
  return { name, measured, unit: budget.unit, budget: budget.atMost, isMet: measured <= budget.atMost, detail }
}

/** A value with its goal, and with the budget of that key where budgets.json has it. */
export const towards = (
  key: string,
  goal: number,
  name: string,
  measured: number,
  unit: string,
  detail: string,
): Line => ({ ...(budgets[key] ? line(key, name, measured, detail) : { name, measured, unit, detail }), goal })

/** A value that has no budget. */
export const fact = (name: string, measured: number, unit: string, detail?: string): Line => ({
  name,
  measured,
  unit,
  detail,
})

const DIGITS: Record<string, number> = { x: 2, s: 2, kB: 1, MB: 1 }
const show = (value: number, unit: string) => `${value.toFixed(DIGITS[unit] ?? 0)} ${unit}`.trim()

/** A table of a part: name, measured, budget, verdict, detail. */
export function print({ title, lines }: Part) {
  const cells = lines.map(({ name, measured, unit, budget, isMet, goal, detail }) => [
    name,
    show(measured, unit),
    budget === undefined ? '' : show(budget, unit),
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    goal === undefined ? '' : `goal ${show(goal, unit)}`,
    detail ?? '',
  ])
  const head = ['', 'measured', 'budget', 'verdict', '', '']
  const widths = head.map((word, at) => Math.max(word.length, ...cells.map((row) => row[at]!.length)))
  const isNumber = (at: number) => at === 1 || at === 2
  const describe = (row: readonly string[]) =>
    row.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ')
  console.log(`\n${title}\n`)
  for (const row of [head, ...cells]) console.log(`  ${describe(row)}`.trimEnd())
}

/** What it ran on, so that figures of two machines are not taken for each other's. */
export const machine = () => ({
  processor: os.cpus()[0]?.model ?? 'unknown',
  cores: os.availableParallelism(),
  memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
  system: `${os.type()} ${os.release()} ${os.arch()}`,
  node: process.version,
})

export const missed = ({ lines }: Part): Line[] => lines.filter(({ isMet }) => isMet === false)

/** Keeps the figures of a run in its file of results/. */
export const keep = ({ name, isTrial: _, ...part }: Part) =>
  keepResult(path.join(import.meta.dirname, 'results'), name, part)

/** Keeps what a run found out, with the machine and the time, as a file of a folder. */
export function keepResult(folder: string, name: string, result: object) {
  mkdirSync(folder, { recursive: true })
  const stored = { at: new Date().toISOString(), machine: machine(), ...result }
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(stored, null, 2)}\n`)
}
