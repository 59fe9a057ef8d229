import { median } from '../median.ts'
import { clicks, screens } from './screens.ts'
import { inPage, type Visit } from './visit.ts'

export const NAVIGATIONS = 200
const REPEATS = 5
const MB = 1_000_000

type Held = { heap: number; nodes: number; elements: number }

/**
 * From the opened list: to the form and back in ms, slowed down and at full speed, and what the page holds before and
 * after many navigations.
 */
export async function measureMoving({ cdp, slow }: Pick<Visit, 'cdp' | 'slow'>) {
  const go = (click: string, shown: string) =>
    inPage<number>(cdp, `marqueeBench.go(${JSON.stringify(click)}, ${JSON.stringify(shown)})`)
  const held = async (): Promise<Held> => {
    for (let n = 0; n < 2; n++) await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    const elements = await inPage<number>(cdp, 'marqueeBench.elements()')
    return { heap: of('JSHeapUsedSize') / MB, nodes: of('Nodes'), elements }
  }
  const toForm = () => go(clicks.row, screens.form.shown)
  const back = () => go(clicks.back, screens.list.shown)
  const round = [
    toForm,
    back,
    () => go(clicks.soon, screens.soon.shown),
    () => go(clicks.list, screens.list.shown),
  ] as const
  const toAndFro = async () => {
    const form: number[] = []
    const list: number[] = []
    for (let n = 0; n < REPEATS; n++) {
      form.push(await toForm())
      list.push(await back())
    }
    return { form: median(form), back: median(list) }
  }

  const before = await held()
  const first = { form: await toForm(), back: await back() }
  const again = await toAndFro()
  await slow(false)
  const fast = await toAndFro()
  for (const step of round) await step()
  const settled = await held()
  for (let n = 0; n < NAVIGATIONS; n++) await round[n % round.length]!()
  return { first, again, fast, before, settled, after: await held() }
}
