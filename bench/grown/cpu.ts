import { readdirSync, readFileSync } from 'node:fs'

const MS_OF_A_TICK = 10

/** What a process used, in ms of a core; `children`: what those of it that have ended used. */
function used(pid: number | string): { own: number; ended: number; parent: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const at = (n: number) => Number(fields[n - 3]) * MS_OF_A_TICK
  return { own: at(14) + at(15), ended: at(16) + at(17), parent: Number(fields[1]) }
}

/** What a server has used of the processor so far, in ms. A busy machine makes it wait, and does not make it work more. */
export const cpuOf = (pid: number): number => used(pid).own

/** For how long its main thread could have gone on and no processor was free, in ms. */
export const waitedOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6

/** What a PostgreSQL has used with all its processes, those included that have ended. */
export function cpuOfCluster(main: number): number {
  const { own, ended } = used(main)
  let sum = own + ended
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const one = used(pid)
      if (one.parent === main) sum += one.own
    } catch {
      // It has ended in the meantime.
    }
  return sum
}
