/**
 * `npm run fuzz`: starts a server of its own on a copy of the demo chain and sends every operation of its
 * /api/openapi.json generated requests, as a superadmin, an admin and a service token of a restricted role, a program
 * with a feed key where the call is for one, and nobody. Fails when an answer is not what the document and the rules of
 * access say, and when the server's memory is not back afterwards.
 *
 * `--per-op 2000` requests to each operation, shared by its callers; `--seed` repeats a run; `--only customers.,points.` is
 * for the operations whose id begins so; no operation is begun after `--minutes`; `--verbose` prints the statuses of each;
 * `--keep` keeps the result in fuzz/results. `--replay WORD` sends one request of a finding again.
 *
 * `npm run fuzz -- timing` asks whether the time of an answer tells who has an account (timing.ts); `npm run fuzz -- feed
 * --lines 200000 --kills 10` whether what programs tell is counted once, whatever is killed (feed/index.ts).
 */
import { parseArgs } from 'node:util'
import { campaign, type Campaign } from './campaign.ts'
import { onDemo } from './demo.ts'
import { INSPECTED, memoryOf } from './memory.ts'
import { findings, keep, printFindings } from './report.ts'
import { unpacked } from './requests.ts'
import { sender } from './sender.ts'
import { fuzzFeed } from './feed/index.ts'
import { measureTiming } from './timing.ts'

/** A server that has answered everything once holds so much more at most, after its garbage is collected. */
const MEMORY_MOST_MB = 32
const MB = 2 ** 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'per-op': { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    replay: { type: 'string' },
    tries: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '200000' },
    kills: { type: 'string', default: '10' },
    verbose: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const PARTS = ['timing', 'feed']
const unknown = positionals.find((part) => !PARTS.includes(part))
if (unknown) throw new Error(`There is no part ${unknown}: only ${PARTS.join(', ')}`)
const perOp = Number(values['per-op'])
if (!Number.isInteger(perOp) || perOp < 1) throw new Error('--per-op is a number from 1')

const found = findings()
if (positionals.includes('timing')) {
  if (!(await measureTiming(Number(values.tries), values.seed, values.keep))) process.exitCode = 1
} else if (positionals.includes('feed')) {
  const plan = {
    seed: values.seed,
    lines: Number(values.lines),
    kills: Number(values.kills),
    keepsDatabase: values.keep,
  }
  if (!(await fuzzFeed(plan))) process.exitCode = 1
} else {
  await onDemo(INSPECTED, {}, async (server) => {
    const { send, close } = sender(server.address)
    const plan = { seed: values.seed, perOp, only: values.only, until: Date.now() + Number(values.minutes) * 60_000 }
    const made = await campaign(send, plan, found)
    if (values.replay) await replay(made, values.replay)
    else await attackAll(made, plan, server.log)
    close()
  })
  const list = found.list()
  printFindings(list)
  if (list.length) process.exitCode = 1
}
// Whatever a client keeps open ends here.
process.exit()

async function attackAll(made: Campaign, { seed, until }: { seed: string; until: number }, log: () => string) {
  const since = Date.now()
  console.log(`  ${made.operations.length} operations, ${perOp} requests to each, seed ${seed}`)
  await made.learn()
  const memory = await memoryOf(log())
  const before = await memory.used()
  let sent = 0
  let attacked = 0
  let after: number
  try {
    for (const operation of made.operations) {
      if (Date.now() > until) break
      const tally = await made.attack(operation)
      attacked++
      for (const count of tally.values()) sent += count
      if (values.verbose)
        console.log(`  ${operation.operationId.padEnd(40)} ${JSON.stringify(Object.fromEntries(tally))}`)
    }
    after = await memory.used()
  } finally {
    // A server does not end while somebody inspects it.
    memory.close()
  }
  const grown = (after - before) / MB
  if (grown > MEMORY_MOST_MB)
    found.note(
      { kind: 'memory', reason: `${grown.toFixed(1)} MB more than before, at most ${MEMORY_MOST_MB}` },
      'all calls',
    )
  const seconds = Math.round((Date.now() - since) / 1000)
  const memoryMb = { before: Math.round(before / MB), after: Math.round(after / MB) }
  if (attacked < made.operations.length) console.log(`  Time was up after ${attacked} operations`)
  console.log(
    `  ${sent} requests to ${attacked} operations in ${seconds} s, ${found.list().length} findings; memory ${memoryMb.before} MB before, ${memoryMb.after} MB after; seed ${seed}`,
  )
  if (values.keep)
    keep('requests', { seed, perOp, operations: attacked, sent, seconds, memoryMb, findings: found.list() })
}

async function replay(made: Campaign, word: string) {
  const request = unpacked(word)
  const operation = made.operations.find(({ operationId }) => operationId === request.operationId)
  if (!operation) throw new Error(`There is no call ${request.operationId} any more`)
  console.log(request)
  const { received, failed, ms } = await made.judge(operation, request)
  console.log(
    `  ${received?.status ?? failed} after ${Math.round(ms)} ms`,
    received?.headers,
    String(received?.body).slice(0, 2000),
  )
}
