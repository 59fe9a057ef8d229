import path from 'node:path'
import { keepResult } from '../bench/report.ts'
import type { Finding, Kind } from './checks.ts'
import { packed, type Request } from './requests.ts'

/** What was found of one kind, as often as it came, with a request that shows it. */
type Found = { kind: Kind; call: string; reason: string; count: number; replay?: string }

export type Findings = {
  note: (finding: Finding, call: string, request?: Request) => void
  list: () => Found[]
}

const EXCERPT_LENGTH = 200

export function findings(): Findings {
  const all = new Map<string, Found>()
  return {
    note: ({ kind, reason }, call, request) => {
      const key = `${kind} ${call} ${reason.replaceAll(/\d+/g, 'N').slice(0, EXCERPT_LENGTH)}`
      const found = all.get(key) ?? { kind, call, reason, count: 0, ...(request && { replay: packed(request) }) }
      all.set(key, { ...found, count: found.count + 1 })
    },
    list: () => [...all.values()].toSorted((one, other) => one.kind.localeCompare(other.kind)),
  }
}

export function printFindings(list: readonly Found[]) {
  for (const { kind, call, reason, count, replay } of list) {
    console.log(
      `\n  ${kind}, ${count} times: ${call}\n    ${reason.slice(0, EXCERPT_LENGTH * 3).replaceAll('\n', ' ')}`,
    )
    if (replay) console.log(`    npm run fuzz -- --replay ${replay}`)
  }
}

/** Keeps what a run measured in a file of results/. */
export const keep = (name: string, result: object) =>
  keepResult(path.join(import.meta.dirname, 'results'), name, result)
