import { median } from '../median.ts'
import { fact, towards, type Line } from '../report.ts'
import type { Report } from './generator.ts'
import { percentile } from './tally.ts'
import type { Look } from './watching.ts'

/** What came of a run. `server`, `database` and `cpu` (of whoever asks): ms of a core; `pushed`: what the push service was sent. */
export type Measured = Report & {
  looks: readonly Look[]
  syncs: readonly number[] | undefined
  server: number
  database: number
  ms: number
  pushed: number
}

/** For all that staff do, and for the event loop; ms. */
const GOALS = { p50: 40, p95: 200, p99: 400, loop: 60 }
/** These are no calls of staff. */
const ALONGSIDE = /^(the file of|a push to|a batch of)/
const EVERY_MS = 300_000
/** Memory at the start and at the end is the middle of so large a part of the looks. */
const ENDS = 0.2

export function linesOf(measured: Measured): Line[] {
  const { kinds, errors } = measured
  const all = Object.entries(kinds).map(([name, { times, errors }]) => ({
    name,
    errors,
    times: times.toSorted((a, b) => a - b),
  }))
  const staff = all.filter(({ name }) => !ALONGSIDE.test(name))
  const times = staff.flatMap((kind) => kind.times).toSorted((a, b) => a - b)
  const detail = `${times.length} calls, ${((times.length / measured.ms) * 1000).toFixed(0)} a second`
  const wrong = all.reduce((sum, kind) => sum + kind.errors, 0)
  return [
    towards('load.p50', GOALS.p50, 'calls of staff, p50', percentile(times, 0.5), 'ms', detail),
    towards('load.p95', GOALS.p95, 'calls of staff, p95', percentile(times, 0.95), 'ms', detail),
    towards('load.p99', GOALS.p99, 'calls of staff, p99', percentile(times, 0.99), 'ms', detail),
    towards('load.errors', 0, 'errors', wrong, '', listed(errors)),
    ...all
      .toSorted(
        (a, b) => Number(ALONGSIDE.test(a.name)) - Number(ALONGSIDE.test(b.name)) || b.times.length - a.times.length,
      )
      .map(kindLine),
    ...ofAlongside(measured),
    ...ofLoop(measured),
    ...ofMemory(measured),
    ...ofProcessor(measured),
  ]
}

const listed = (errors: Record<string, number>) =>
  Object.entries(errors)
    .map(([text, count]) => `${count} x ${text}`)
    .join('; ')

const kindLine = ({ name, times, errors }: { name: string; times: number[]; errors: number }): Line =>
  fact(
    name,
    percentile(times, 0.5),
    'ms',
    `p95 ${percentile(times, 0.95).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)}, most ${(times.at(-1) ?? 0).toFixed(0)} ms; ${times.length} calls, ${errors} errors`,
  )

function ofAlongside({ files, pushes, syncs, fed, ms, pushed }: Measured): Line[] {
  return [
    ...(files
      ? [fact('files of all users', files.files, '', `${files.rows} rows, ${(files.bytes / 1e6).toFixed(1)} MB packed`)]
      : []),
    ...(pushes ? [fact('pushes to all devices', pushes.pushes, '', `${pushes.devices} devices; ${pushed} sent`)] : []),
    ...(syncs?.length
      ? [
          fact(
            'the whole schedule taken',
            median(syncs),
            'ms',
            `${syncs.length} times, at most ${Math.max(...syncs).toFixed(0)} ms`,
          ),
        ]
      : []),
    ...(fed ? [fact('lines of the feed', (fed / ms) * 1000, 'lines/s', `${fed} lines`)] : []),
  ]
}

/** The middle of the windows between two looks, and the worst of them. */
function ofLoop({ looks }: Measured): Line[] {
  if (!looks.length) return []
  const windows = `${looks.length} windows of 10 s`
  const [p50, p99] = [looks.map(({ loop }) => loop.p50), looks.map(({ loop }) => loop.p99)]
  const most = Math.max(...looks.map(({ loop }) => loop.most))
  const worst = `the worst window ${Math.max(...p99).toFixed(0)} ms, at most ${most.toFixed(0)} ms late`
  return [
    fact('event loop late, p50', median(p50), 'ms', windows),
    towards('load.loop', GOALS.loop, 'event loop late, p99', median(p99), 'ms', `${windows}, ${worst}`),
    fact(
      'server without a processor',
      median(looks.map(({ waited }) => waited)) * 100,
      '%',
      'of the time, in the middle of the windows: its main thread had work and waited, and so the loop was late',
    ),
  ]
}

function ofMemory({ looks, ms }: Measured): Line[] {
  if (!looks.length) return []
  const end = Math.max(1, Math.floor(looks.length * ENDS))
  const memory = (some: readonly Look[]) => median(some.map((look) => look.memory))
  const [first, last] = [memory(looks.slice(0, end)), memory(looks.slice(-end))]
  const course = looks.filter((_, n) => n === 0 || n === looks.length - 1 || isEvery(looks, n))
  return [
    fact(
      'memory at the end',
      last,
      'MB',
      course
        .map(({ at, memory, heap }) => `${(at / 60_000).toFixed(0)} min ${memory.toFixed(0)} (heap ${heap.toFixed(0)})`)
        .join(', '),
    ),
    fact(
      'memory, growth',
      last - first,
      'MB',
      `from the first to the last fifth of ${(ms / 60_000).toFixed(0)} minutes`,
    ),
    fact('waiting for a connection', Math.max(...looks.map(({ waiting }) => waiting)), '', 'the most in one look'),
  ]
}

const isEvery = (looks: readonly Look[], n: number) =>
  n > 0 && Math.floor(looks[n]!.at / EVERY_MS) > Math.floor(looks[n - 1]!.at / EVERY_MS)

function ofProcessor({ server, database, cpu, ms, looks }: Measured): Line[] {
  const part = (used: number) => (used / ms) * 100
  const load = `load of the machine ${median(looks.map((look) => look.load)).toFixed(1)}`
  return [
    fact('processor, server', part(server), '%', 'of a core'),
    fact('processor, database', part(database), '%', load),
    fact('processor, whoever asks', part(cpu), '%', 'of a core'),
  ]
}
