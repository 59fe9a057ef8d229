/** Compares the alert rules and the dashboard of the product with the metrics of the server. */
import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { parseEnv } from '../env.ts'
import { maintenance } from '../jobs/maintenance.ts'
import { testDatabase } from '../test/database.ts'
import { start, type Started } from '#app/start.ts'
import { namesOf, samplesOf } from './test/samples.ts'

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}
const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

type Panel = { id: number; title: string; gridPos: { x: number; w: number }; targets: { expr: string }[] }
const { panels } = JSON.parse(readFileSync('deploy/grafana/marquee.json', 'utf8')) as { panels: Panel[] }
const inPanels = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))

const handbook = readFileSync('docs/operating/watch.md', 'utf8')
const TOKEN = 'a token of sixteen characters'

/** Metrics that Prometheus adds for each target. */
const OWN = new Set(['up'])
/** Fills in the variables of Grafana, as Prometheus reads them. */
const filled = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')

/** Returns the metrics in an expression. @throws if Prometheus could not parse it */
function metricsIn(expr: string): string[] {
  const names: string[] = []
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`${expr}: cannot be read at ${from}`)
      if (type.name === 'VectorSelector') names.push(/^[a-z_:]+/.exec(expr.slice(from, to))![0])
    },
  })
  return names
}

/** A server that has done a little of everything. */
let started: Started
let made: Awaited<ReturnType<typeof testDatabase>>
let known: Map<string, number>
beforeAll(async () => {
  made = await testDatabase()
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = made
  const settings = { PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATABASE_URL, DATA_DIR, METRICS_TOKEN: TOKEN }
  // The clock is stopped, so that all sign-ins are in one window of their limit.
  const now = new Date()
  started = await start(parseEnv(settings), { clock: { now: () => now } })
  const { app, server } = started
  await app.db.execute(sql`
    insert into integration_states (name, last_success_at) values ('mail', now()) on conflict do nothing`)
  const payload = { email: 'nobody@test.example', password: 'a wrong one' }
  for (let n = 0; n < 11; n++) await server.inject({ method: 'POST', url: '/api/auth/login', payload })
  await app.jobs.send(maintenance, {})
  const scrape = async () => {
    const { body } = await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    known = samplesOf(body)
    return [...known.keys()]
  }
  const jobRan = async () => {
    if (!(await scrape()).some((key) => key.startsWith('marquee_job_duration_seconds'))) throw new Error('No job ran')
  }
  await vi.waitFor(jobRan, { timeout: 20_000, interval: 200 })
})
afterAll(async () => {
  await started.close()
  await made.drop()
})

describe('the server has every metric of', () => {
  test.each(rules)('alert $alert', ({ expr }) => {
    const names = metricsIn(expr)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !OWN.has(name) && !namesOf(known).has(name))).toEqual([])
  })

  test.each(inPanels)('panel $title: $expr', ({ expr }) => {
    const names = metricsIn(filled(expr))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !namesOf(known).has(name))).toEqual([])
  })
})

test('no label has a name that Prometheus would rename', () => {
  expect([...known.keys()].filter((key) => /[{,](job|instance)=/.test(key))).toEqual([])
})

describe('an alert', () => {
  test.each(rules)('$alert has a severity, a sentence, and instructions in the handbook', (rule) => {
    expect(rule.labels.severity).toMatch(/^(critical|warning)$/)
    expect(rule.annotations.summary).toMatch(/\S/)
    expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/)
    expect(handbook).toContain(`\n| \`${rule.alert}\` `)
  })
})

test('the panels have unique ids and fit the width', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([])
})
