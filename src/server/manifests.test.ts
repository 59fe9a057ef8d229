/** The deployment files (compose.yaml, deploy/kubernetes): their fields exist, and their values fit the image. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod/mini'
import { settings as all } from './configuration.ts'
import { listed } from './setting.ts'

const image = readFileSync('Dockerfile', 'utf8')
const [user, group] = /^USER (\d+):(\d+)$/m.exec(image)!.slice(1).map(Number)
const settings = new Map(listed(all).map((setting) => [setting.name, setting]))

/** Returns wrong settings: names, names of secrets as files, and values. */
function wrongSettings(given: Record<string, unknown>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const secret = /^(.+)_FILE$/.exec(name)?.[1]
    if (secret) return settings.get(secret)?.isSecret ? [] : [`${name}: no secret`]
    const setting = settings.get(name)
    if (!setting) return [`${name}: no setting`]
    const text = String(value)
    return /\$\{/.test(text) || z.safeParse(setting.schema, text).success ? [] : [`${name}: ${text}`]
  })
}

const Metadata = z.strictObject({
  name: z.string(),
  labels: z.optional(z.record(z.string(), z.string())),
  annotations: z.optional(z.record(z.string(), z.string())),
})
const Selector = z.strictObject({ matchLabels: z.record(z.string(), z.string()) })
const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  initialDelaySeconds: z.optional(z.int()),
  periodSeconds: z.int(),
  timeoutSeconds: z.int(),
})
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  command: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.strictObject({ name: z.string(), containerPort: z.int() }))),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })),
  livenessProbe: z.optional(Probe),
  readinessProbe: z.optional(Probe),
  resources: z.optional(
    z.strictObject({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
  ),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.optional(z.boolean()) })),
})
const Pod = z.strictObject({
  restartPolicy: z.optional(z.literal('Never')),
  terminationGracePeriodSeconds: z.optional(z.int()),
  automountServiceAccountToken: z.literal(false),
  // Kubernetes recognises a user other than root only by number.
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(user!),
    fsGroup: z.literal(group!),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([Container]),
  volumes: z.array(
    z.strictObject({
      name: z.string(),
      emptyDir: z.optional(z.strictObject({})),
      secret: z.optional(z.strictObject({ secretName: z.string(), defaultMode: z.literal(0o440) })),
    }),
  ),
})
const kind = <K extends string, S extends z.core.$ZodType>(
  apiVersion: string,
  kind: K,
  rest: Record<'spec' | 'data', S> | object,
) => z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata: Metadata, ...rest })

const KINDS = {
  ConfigMap: kind('v1', 'ConfigMap', { data: z.record(z.string(), z.string()) }),
  Job: kind('batch/v1', 'Job', {
    spec: z.strictObject({ backoffLimit: z.int(), template: z.strictObject({ spec: Pod }) }),
  }),
  Deployment: kind('apps/v1', 'Deployment', {
    spec: z.strictObject({
      replicas: z.int(),
      strategy: z.strictObject({
        rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.int() }),
      }),
      selector: Selector,
      template: z.strictObject({ metadata: z.strictObject(z.omit(Metadata, { name: true }).shape), spec: Pod }),
    }),
  }),
  Service: kind('v1', 'Service', {
    spec: z.strictObject({
      selector: z.record(z.string(), z.string()),
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
    }),
  }),
  PodDisruptionBudget: kind('policy/v1', 'PodDisruptionBudget', {
    spec: z.strictObject({ minAvailable: z.int(), selector: Selector }),
  }),
}
type Named = { kind: keyof typeof KINDS }
type Manifest = {
  metadata: { name: string }
  data: Record<string, string>
  spec: {
    replicas: number
    minAvailable: number
    selector: { matchLabels: object } & Record<string, unknown>
    ports: { targetPort: string }[]
    template: {
      metadata: { labels: object; annotations: Record<string, string> }
      spec: z.infer<typeof Pod>
    }
  }
}

describe('deploy/kubernetes', () => {
  const all = parseAllDocuments(readFileSync('deploy/kubernetes/marquee.yaml', 'utf8')).map(
    (document) => document.toJS() as Named & Manifest,
  )
  const the = (kind: Named['kind']) => all.find((one) => one.kind === kind)!
  const config = the('ConfigMap').data

  test('has one object of each kind, with known fields', () => {
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(KINDS).toSorted())
    for (const one of all) expect(z.safeParse(KINDS[one.kind], one).error?.issues, one.kind).toBeUndefined()
  })

  test('has known settings, and secrets from mounted files', () => {
    expect(wrongSettings(config)).toEqual([])
    const files = Object.entries(config).filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'VOUCHER_KEY_FILE']))
    for (const kind of ['Job', 'Deployment'] as const) {
      const { containers, volumes } = the(kind).spec.template.spec
      const mounted = containers[0].volumeMounts.filter(({ name }) => volumes.find((one) => one.name === name)?.secret)
      expect(mounted).toMatchObject([{ readOnly: true }])
      expect(files.filter(([name, at]) => at !== `${mounted[0]!.mountPath}/${name.replace(/_FILE$/, '')}`)).toEqual([])
      expect(containers[0].volumeMounts.filter(({ name }) => !volumes.some((one) => one.name === name))).toEqual([])
      expect(containers[0].envFrom).toEqual([{ configMapRef: { name: the('ConfigMap').metadata.name } }])
    }
  })

  test('probes the ports of the settings at addresses that answer', () => {
    const [{ ports = [], livenessProbe, readinessProbe }] = the('Deployment').spec.template.spec.containers
    expect(ports).toEqual([
      { name: 'http', containerPort: Number(config.PORT) },
      { name: 'metrics', containerPort: Number(config.METRICS_PORT) },
    ])
    expect(livenessProbe?.httpGet).toEqual({ path: '/api/health/live', port: 'http' })
    expect(readinessProbe?.httpGet).toEqual({ path: '/api/health/ready', port: 'http' })
    expect(the('Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http'])
    expect(the('Deployment').spec.template.metadata.annotations['prometheus.io/port']).toBe(config.METRICS_PORT)
  })

  test('stops a server only after another is ready, proxies are updated and requests are done', () => {
    const { replicas, selector, template } = the('Deployment').spec
    const budget = the('PodDisruptionBudget').spec
    expect(budget.minAvailable).toBeLessThan(replicas)
    for (const labels of [selector.matchLabels, budget.selector.matchLabels, the('Service').spec.selector])
      expect(labels).toEqual(template.metadata.labels)
    const delay = Number(config.STOP_DELAY_SECONDS)
    expect(delay).toBeGreaterThan(template.spec.containers[0].readinessProbe!.periodSeconds)
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 20)
  })

  test('migrates in a Job with the image of the server', () => {
    const [migrate] = the('Job').spec.template.spec.containers
    expect(migrate.command).toEqual(['node', 'scripts/migrate.ts'])
    expect(migrate.image).toBe(the('Deployment').spec.template.spec.containers[0].image)
  })
})

const Service = z.strictObject({
  build: z.optional(z.literal('.')),
  image: z.optional(z.string()),
  profiles: z.optional(z.array(z.string())),
  command: z.optional(z.string()),
  init: z.optional(z.boolean()),
  env_file: z.optional(z.tuple([z.strictObject({ path: z.literal('.env'), required: z.literal(false) })])),
  environment: z.optional(z.record(z.string(), z.union([z.string(), z.int()]))),
  ports: z.optional(z.array(z.string().check(z.regex(/^([\d.]+:)?(\d+|\$\{\w+:-\d+\}):(\d+|\$\{\w+:-\d+\})$/)))),
  volumes: z.optional(z.array(z.string().check(z.regex(/^[a-z]+:\/[\w/]+(:ro)?$/)))),
  healthcheck: z.optional(
    z.union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: z.string(), interval: z.string(), retries: z.int() }),
    ]),
  ),
  depends_on: z.optional(z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))),
  stop_grace_period: z.optional(z.string()),
  restart: z.literal('unless-stopped'),
})
const Compose = z.strictObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })

describe('compose.yaml', () => {
  const compose = parse(readFileSync('compose.yaml', 'utf8')) as z.infer<typeof Compose>
  const { services, volumes } = compose

  test('has known fields, and names its own volumes and services', () => {
    expect(z.safeParse(Compose, compose).error?.issues).toBeUndefined()
    const used = Object.values(services).flatMap((service) => (service.volumes ?? []).map((at) => at.split(':')[0]))
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(volumes).toSorted())
    const waitsFor = Object.values(services).flatMap(({ depends_on: on = {} }) => Object.keys(on))
    expect(waitsFor.filter((name) => !services[name])).toEqual([])
  })

  test('has known settings, and publishes the ports that it sets', () => {
    const { environment = {}, ports = [] } = services.marquee!
    expect(wrongSettings(environment)).toEqual([])
    const port = '${PORT:-4400}'
    expect(ports).toEqual([
      `127.0.0.1:${port}:${port}`,
      `127.0.0.1:${environment.METRICS_PORT}:${environment.METRICS_PORT}`,
    ])
    expect(services.proxy!.command).toContain(`--to marquee:${port}`)
    expect(port).toContain(settings.get('PORT')!.byDefault)
  })

  test('publishes to other machines only ports with TLS', () => {
    const open = Object.entries(services).filter(([, { ports = [] }]) =>
      ports.some((at) => !at.startsWith('127.0.0.1:')),
    )
    expect(open.map(([name]) => name)).toEqual(['proxy'])
  })
})
