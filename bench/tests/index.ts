import { readFileSync } from 'node:fs'
import path from 'node:path'
import { line, type Part } from '../report.ts'

const REPORT = path.resolve(import.meta.dirname, '../../node_modules/.cache/times.json')
type Times = { at: string } & Record<'checks' | 'tests' | 'fuzz' | 'tours' | 'all', number>

/**
 * How long the last `npm test` took. It is not run for this: whoever lands a change has just done so.
 * @throws Error when there was none
 */
export async function measureTests(): Promise<Part> {
  const times = read()
  const lines = [
    line('tests.checks', 'build, types, lint, format', times.checks),
    line('tests.tests', 'tests on both databases', times.tests),
    line('tests.fuzz', 'a short run of the fuzzer', times.fuzz),
    line('tests.tours', 'tours', times.tours),
    line('tests.all', 'all of npm test', times.all),
  ]
  return { name: 'tests', title: `The tests as they ran on ${times.at}`, lines }
}

function read(): Times {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'))
  } catch {
    throw new Error('npm test has not run here yet: its times are measured then')
  }
}
