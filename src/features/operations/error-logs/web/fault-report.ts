import { errorLogs } from '../contract.ts'
import { REPORT } from '../rules.ts'
import { call } from '#web/api/client.ts'
import { getSession } from '#web/api/store.ts'

/** Of one page: whoever meets more than that meets the same again and again. */
const MOST = 10
const reported = new Set<string>()

/** Failed calls are the server's to note; what a browser stops or cannot fetch is no fault of the page. */
const isNoFault = ({ name, message }: Error) =>
  ['ApiFailure', 'AbortError'].includes(name) ||
  /dynamically imported module|module script|preload|ResizeObserver loop|^Script error/i.test(message)

/** What is reported about a fault; undefined where it is none, or was reported from this page. */
export function toReport(thrown: unknown, componentStack: string) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack = '' } = error
  if (isNoFault(error)) return
  const text = name === 'Error' || message.startsWith(name) ? message : `${name}: ${message}`
  const key = `${text}\n${stack.slice(0, 500)}`
  if (reported.has(key) || reported.size >= MOST) return
  reported.add(key)
  return {
    message: text.slice(0, REPORT.message) || 'No message',
    stack: `${stack}${componentStack && `\nIn${componentStack}`}`.slice(0, REPORT.stack),
  }
}

/**
 * Tells a fault with the screen that it happened on. Nobody hears of one that could not be reported.
 * @param component the screen's address, with names in place of ids
 */
export async function reportFault(thrown: unknown, componentStack: string, component: string): Promise<void> {
  const report = toReport(thrown, componentStack)
  if (!report || !getSession().signedIn) return
  const { pathname } = location
  const release = document.querySelector<HTMLMetaElement>('meta[name="marquee-version"]')?.content ?? ''
  await call(errorLogs.report, { body: { ...report, component, page: pathname.slice(0, REPORT.page), release } })
}
