import type { FastifyInstance } from 'fastify'
import { APPROVAL_REQUESTED, REASON_HEADER, REASON_LENGTH } from '#contract/approval.ts'
import { nameOf, type Endpoint, type Schema } from '#contract/endpoint.ts'
import { API_BASE } from '#contract/base.ts'
import { Problem } from '#contract/problem.ts'
import { filterOf } from '#contract/filter.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import { VERSION } from '../version.ts'
import { serveDocument } from './cache-headers.ts'
import { componentsOf, toJson, type Json, type Shape } from './components.ts'

/** Text of the API document that the contracts do not contain. */
export type Book = {
  /** Schemas with a name. */
  shapes: ReadonlyMap<Schema, Shape>
  /** Returns the description of a parameter by its call's feature and its name. */
  meaning: (feature: string, parameter: string) => string | undefined
  /** Bodies of calls whose contract leaves them to the handler. */
  bodies?: ReadonlyMap<Endpoint, Schema>
}

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** Header of a call that may need approval. */
const REASON = {
  name: REASON_HEADER,
  in: 'header',
  description:
    'The reason, percent-encoded. With it, a call that needs approval becomes a request instead of an error.',
  required: false,
  schema: { type: 'string', maxLength: REASON_LENGTH * 9 },
}
const APPROVAL_REQUEST = {
  description: 'Waiting for approval (GET /approvals/{id})',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['data'],
        properties: {
          data: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
          message: { type: 'string', examples: [APPROVAL_REQUESTED] },
        },
      },
    },
  },
}

/** Describes the syntax of a filter. */
function grammarOf(schema: Schema | undefined): string | undefined {
  const of = filterOf(schema)
  if (!of) return undefined
  const empty = of.canBeEmpty ? '; - for empty, * for not empty' : ''
  switch (of.kind) {
    case 'choice':
      return `Any of ${of.values?.join(', ') ?? 'several'}, joined by commas${empty}`
    case 'amount':
      return `Naira: 1000, 1000..5000, 1000.. or ..5000${empty}`
    case 'count':
      return `A number: 10, 10..50, 10.. or ..50${empty}`
    case 'day':
      return `Days, such as 2026-11-01..2026-11-30, today-29..today, today.. or friday${empty}`
  }
}

/** Writes the calls as an OpenAPI 3.1 document. */
export function openApi(endpoints: readonly Endpoint[], { shapes, meaning, bodies }: Book) {
  const { write, settle } = componentsOf(shapes)

  const parametersOf = ({ feature, params, query }: Endpoint): Json[] =>
    (['path', 'query'] as const).flatMap((where) => {
      const schema = where === 'path' ? params : query
      if (!schema) return []
      const json = toJson(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
      return Object.entries(json.properties ?? {}).map(([name, shape]) => ({
        name,
        in: where,
        description: [meaning(feature, name), grammarOf((schema as { shape?: Record<string, Schema> }).shape?.[name])]
          .filter(Boolean)
          .join('. '),
        required: where === 'path' || Boolean(json.required?.includes(name)),
        schema: shape,
      }))
    })

  const replyOf = (endpoint: Endpoint): Json => {
    if (endpoint.stream && !endpoint.reply) {
      const schema = { type: 'string', format: 'binary' }
      const types = endpoint.stream === 'text/csv' ? [endpoint.stream, WORKBOOK] : [endpoint.stream]
      return { description: 'A stream', content: Object.fromEntries(types.map((type) => [type, { schema }])) }
    }
    const schema = endpoint.reply ? write(endpoint.reply, 'output') : { type: 'null' }
    const data = endpoint.streamed ? { anyOf: [schema, write(endpoint.streamed, 'output')] } : schema
    const properties = { data, ...(endpoint.says && { message: { type: 'string', examples: [endpoint.says] } }) }
    return {
      description: 'Success',
      content: { 'application/json': { schema: { type: 'object', required: ['data'], properties } } },
    }
  }

  const bodyOf = (endpoint: Endpoint): Json | undefined => {
    if (endpoint.files && endpoint.body) {
      const form = toJson(endpoint.body, 'input') as { properties: Json }
      const properties = { ...form.properties, file: { type: 'string', format: 'binary' } }
      return { required: true, content: { 'multipart/form-data': { schema: { ...form, properties } } } }
    }
    if (endpoint.files) {
      const file = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
      return { required: true, content: { 'multipart/form-data': { schema: file } } }
    }
    const body = bodies?.get(endpoint) ?? endpoint.body
    if (body) return { required: true, content: { 'application/json': { schema: write(body, 'input') } } }
  }

  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const isPublic = endpoint.permission === 'public'
    const requestBody = bodyOf(endpoint)
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = {
      operationId: nameOf(endpoint),
      tags: [endpoint.feature],
      summary: endpoint.summary,
      'x-may': endpoint.permission,
      parameters: [...parametersOf(endpoint), ...(endpoint.approval ? [REASON] : [])],
      ...(requestBody && { requestBody }),
      security: isPublic ? [] : [{ bearer: [] }],
      responses: {
        [endpoint.status ?? 200]: replyOf(endpoint),
        ...(endpoint.approval && { 202: APPROVAL_REQUEST }),
        ...(!isPublic && { 401: failure('No session'), 403: failure('Not allowed') }),
        '4XX': failure('Rejected, with the reason'),
        503: failure('The database is unavailable'),
      },
    }
  }
  const settled = settle({ paths })
  return {
    openapi: '3.1.0',
    info: { title: 'Marquee', version: VERSION, description: 'The API of an open back office for cinema chains' },
    servers: [{ url: API_BASE }],
    paths: settled.document.paths,
    components: {
      schemas: { ...settled.schemas, Problem: toJson(Problem, 'output') } as Record<string, Json>,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** The document as a page for people, without a script. */
const page = (endpoints: readonly Endpoint[]) => {
  const byFeature = Map.groupBy(endpoints, (endpoint) => endpoint.feature)
  const row = (endpoint: Endpoint) => {
    const part = (title: string, schema: Schema | undefined, io: 'input' | 'output') =>
      schema ? `<h4>${title}</h4><pre>${escape(JSON.stringify(toJson(schema, io), null, 2))}</pre>` : ''
    return `<details><summary><b>${endpoint.method}</b> <code>${escape(endpoint.path)}</code> <span>${escape(endpoint.summary)}</span> <i>${endpoint.permission}</i></summary>
${part('Query', endpoint.query, 'input')}${part('Body', endpoint.body, 'input')}${part('Reply: data', endpoint.reply, 'output')}
${endpoint.stream ? `<p>Streams ${escape(endpoint.stream)}</p>` : ''}${endpoint.files ? '<p>multipart/form-data with one file</p>' : ''}</details>`
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Marquee API</title><link rel="stylesheet" href="${API_BASE}/docs.css"></head><body><main><h1>Marquee API</h1>
<p>Base address <code>${API_BASE}</code>. Success is <code>{ data, message? }</code>, failure <code>{ status, message, errors?, data? }</code>.
For programs: <a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
${[...byFeature].map(([feature, rows]) => `<section><h2>${feature}</h2>${rows.map(row).join('\n')}</section>`).join('\n')}</main></body></html>`
}

const STYLE = `:root{color-scheme:dark}body{margin:0;background:#0e0c14;color:#efecf7;font:14px/1.45 system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:28px 16px}a{color:#b7a4ff}h1{font-size:24px}h2{font-size:16px;margin:28px 0 8px}
details{border:1px solid #211d2e;border-radius:6px;background:#15121d;margin:4px 0;padding:8px 12px}summary{cursor:pointer}
summary span{color:#aaa3bd}summary i{float:right;color:#918aa8;font-style:normal}pre{overflow:auto;background:#0e0c14;padding:12px;border-radius:6px}
code{font-family:ui-monospace,monospace}`

/** Serves `/openapi.json`, `/docs` and its style sheet. */
export function documents(api: FastifyInstance, endpoints: readonly Endpoint[], book: Book) {
  serveDocument(api, '/openapi.json', {
    type: 'application/json',
    write: () => JSON.stringify(openApi(endpoints, book)),
  })
  serveDocument(api, '/docs.css', { type: 'text/css', write: () => STYLE })
  serveDocument(api, '/docs', {
    type: 'text/html',
    headers: { 'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'" },
    write: () => page(endpoints),
  })
}
