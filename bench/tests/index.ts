import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { line, type Part } from '../report.ts'

const REPORT = path.resolve(import.meta.dirname, '../../node_modules/.cache/times.json')
type Times = { at: string; isThorough: boolean } & Record<'checks' | 'tests' | 'tours' | 'all', number>

/**
 * How long the last `npm test` took. It is not run for this: whoever lands a change has just done so.
 * @throws Error when there was none, or when `npm run test:all` ran since
 */
export async function measureTests(): Promise<Part> {
  const times = read()
  const lines = [
    line('tests.checks', 'build, types, lint, format', times.checks),
    line('tests.tests', 'tests', times.tests),
    line('tests.tours', 'tours', times.tours),
    line('tests.all', 'all of npm test', times.all),
  ]
  return { name: 'tests', title: `The tests as they ran on ${times.at}`, lines }
}

function read(): Times {
  const times = existsSync(REPORT) ? (JSON.parse(readFileSync(REPORT, 'utf8')) as Times) : undefined
  if (!times || times.isThorough) throw new Error('The last tests that ran here were not those of npm test')
  return times
}
