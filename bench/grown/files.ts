import os from 'node:os'
import { customers } from '#features/customers/customers/contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { download, type Download } from './download.ts'
import { median } from '../median.ts'
import { fact, towards, type Line } from '../report.ts'
import { cpuOf, cpuOfCluster } from './cpu.ts'
import { FILE_GOAL, FIRST_BYTE_MS } from './goals.ts'
import type { How, Places } from './measure.ts'

const FILES = [
  { name: 'CSV of all ticket lines', product: tickets.csv.path, limit: '/files/tickets' },
  { name: 'CSV of all payments', product: `${paymentLogs.csv.path}?userType=ALL`, limit: '/files/payments' },
  { name: 'CSV of all users', product: customers.allCsv.path, limit: '/files/people' },
]
const NEWLINE = 10

type Took = Download & { rows: number; server: number; database: number }

/** Whole files against COPY of a table that holds their cells. A file is compared by its rows, of which both may have more or fewer. */
export async function measureFiles(places: Places, { rounds, rows }: How): Promise<Line[]> {
  const lines: Line[] = []
  for (const { name, product, limit } of FILES.filter((file) => rows.test(file.name))) {
    const took = { product: [] as Took[], limit: [] as Took[] }
    for (let round = 0; round < rounds; round++) {
      took.product.push(await fetched(places, places.product, `/api${product}`))
      took.limit.push(await fetched(places, places.limit, limit))
    }
    const of = (side: Took[], key: keyof Took) => median(side.map((one) => one[key]))
    const [own, copied] = [took.product, took.limit].map((side) => ({
      ms: of(side, 'ms'),
      rows: of(side, 'rows'),
      cpu: of(side, 'server') + of(side, 'database'),
      spent: `${(of(side, 'server') / 1000).toFixed(1)}+${(of(side, 'database') / 1000).toFixed(1)} s`,
    })) as [Per, Per]
    const perRow = (own.ms / own.rows) * (copied.rows / copied.ms)
    const detail = [
      `${own.rows} rows in ${(own.ms / 1000).toFixed(1)} s : ${copied.rows} rows in ${(copied.ms / 1000).toFixed(2)} s`,
      `CPU ${((own.cpu / own.rows) * (copied.rows / copied.cpu)).toFixed(1)} x, ${own.spent} : ${copied.spent}`,
      `load ${os.loadavg()[0]!.toFixed(1)}`,
    ].join('; ')
    lines.push(
      towards(`grown.${name}`, FILE_GOAL, name, perRow, 'x', detail),
      towards(
        'grown.first byte',
        FIRST_BYTE_MS,
        `${name}, first byte`,
        of(took.product, 'firstMs'),
        'ms',
        `COPY ${of(took.limit, 'firstMs').toFixed(0)} ms`,
      ),
      fact(`${name}, memory`, Math.max(...took.product.map((one) => one.grown)), 'MB'),
    )
    console.log(`  ${name}: ${perRow.toFixed(1)} x; ${detail}`)
  }
  return lines
}

type Per = { ms: number; rows: number; cpu: number; spent: string }

async function fetched({ cluster }: Places, { address, pid, token }: Places['product'], path: string): Promise<Took> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${await token()}` } : {}
  let rows = 0
  const [server, database] = [cpuOf(pid), cpuOfCluster(cluster.pid())]
  const took = await download({ address, path, pid, headers }, (chunk) => {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++
  })
  return { ...took, rows, server: cpuOf(pid) - server, database: cpuOfCluster(cluster.pid()) - database }
}
