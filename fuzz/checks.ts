import { canCall } from './callers.ts'
import type { Fits, Operation, Schema } from './document.ts'
import type { Request } from './requests.ts'
import { jsonOf, type Answer } from './sender.ts'

export type Kind = 'fault' | 'hung' | 'slow' | 'broken' | 'off contract' | 'leak' | 'headers' | 'reached' | 'memory'
export type Finding = { kind: Kind; reason: string }

/** An answer takes no longer. */
const SLOW_MS = 2000

/** Whether an answer took too long: of what is streamed, however long it is, until it began. */
export const isSlow = (operation: Operation, { ms, firstMs }: Answer): boolean =>
  (isStreamed(operation) ? (firstMs ?? ms) : ms) > SLOW_MS

/** Words of the machinery: places in code, SQL, folders, names of libraries and errors. */
const LEAKS =
  /node_modules|\bat (?:async )?\w[^\n]{0,80}\(?(?:file:\/\/)?\/[^\n]{1,200}:\d+:\d+|Failed query|\bselect [^\n]{1,80} from |\/tmp\/|\/home\/|\/dev\/shm|\/src\/(?:app|server|features)|ECONNREFUSED|FST_ERR|(?:Type|Range|Syntax)Error|duplicate key|violates \w+|invalid input syntax/i
/** Sent on, not changed since, a part, beyond the end: of what is streamed, as HTTP has it. */
const OF_STREAMS = [206, 302, 304, 416]
const EXCERPT_LENGTH = 80

/** What is wrong with an answer. */
export function faultsOf(
  { misfit, resolve }: Fits,
  operation: Operation,
  request: Pick<Request, 'caller' | 'path'>,
  answer: Answer,
): Finding[] {
  if (answer.failed === 'unsendable') return []
  if (answer.failed) return [{ kind: answer.failed, reason: `no answer: ${answer.reason ?? 'it never came whole'}` }]
  const { status, headers, isTruncated, body } = answer.received!
  const type = headers['content-type']?.split(';')[0] ?? ''
  const found: Finding[] = []
  const note = (kind: Kind, reason: string) => found.push({ kind, reason })

  if (status >= 500) note('fault', `${status} ${String(jsonOf(answer)?.message ?? '')}`)
  if (status < 400 && !canCall(request.caller, operation.permission))
    note('reached', `${status} for ${request.caller}, who may not`)

  if (status >= 400 && !(status === 416 && isStreamed(operation))) checkProblem()
  else if (status >= 200 && status < 300) checkSuccess()
  if (status < 400 && !operation.responses[status] && !(OF_STREAMS.includes(status) && isStreamed(operation)))
    if (!(status === 304 && operation.permission === 'public')) note('off contract', `${status} is not in the document`)

  if (headers['x-content-type-options'] !== 'nosniff') note('headers', `${status} without X-Content-Type-Options`)
  const keeping = headers['cache-control'] ?? ''
  if (operation.permission !== 'public' && !keeping.includes('no-store'))
    note('headers', `${status} may be kept: Cache-Control is ${keeping || 'missing'}`)
  if (Object.keys(headers).some((name) => name.includes('injected'))) note('headers', `${status} with a header of ours`)
  return found

  function checkProblem() {
    const problem = jsonOf(answer)
    if (!problem) return note('off contract', `${status} is no JSON (${type || 'of no type'})`)
    const reason = misfit({ $ref: 'Problem' }, problem, 'problem')
    if (reason ?? problem.status !== status)
      note('off contract', `${status} is no Problem: ${reason ?? 'its status differs'}`)
    const { data: _, ...rest } = problem
    const leak = LEAKS.exec(JSON.stringify(rest))
    if (leak) note('leak', `${status} tells ${leak[0].slice(0, EXCERPT_LENGTH)}`)
  }

  function checkSuccess() {
    const content = operation.responses[status]?.content ?? {}
    const types = Object.keys(content)
    const schema = content['application/json']?.schema
    if (types.length && !types.includes(type) && !types.includes('application/octet-stream'))
      return note('off contract', `content-type is ${type || 'missing'}, documented ${types.join()}`)
    if (type !== 'application/json' || isTruncated || !schema || isBinary(resolve(schema))) return
    const value = body.length ? jsonOf(answer) : undefined
    const reason = value === undefined ? 'it is no JSON' : misfit(schema, value, 'body')
    if (reason) note('off contract', `${status}: ${reason}`)
  }
}

const isBinary = ({ format }: Schema & { format?: string }) => format === 'binary'
const isStreamed = ({ responses }: Pick<Operation, 'responses'>) =>
  Object.values(responses['200']?.content ?? {}).some(({ schema }) => isBinary(schema))

/** Whether an answer asks the caller to confirm who they are. */
export const asksToConfirm = (answer: Answer): boolean =>
  answer.received?.status === 403 && jsonOf(answer)?.code === 'confirm'
