import { median } from '../median.ts'
import { clicks, screens } from './screens.ts'
import { inPage, type Visit } from './visit.ts'

export const NAVIGATIONS = 200
const REPEATS = 5
const MB = 1_000_000

type HeapSize = { heap: number; nodes: number; elements: number }

/**
 * From the opened list: to the form and back in ms, slowed down and at full speed, and what the page holds before and
 * after many navigations.
 */
export async function measureMoving({ cdp, slow }: Pick<Visit, 'cdp' | 'slow'>) {
  const go = (click: string, visible: string) =>
    inPage<number>(cdp, `marqueeBench.go(${JSON.stringify(click)}, ${JSON.stringify(visible)})`)
  const heapSize = async (): Promise<HeapSize> => {
    for (let n = 0; n < 2; n++) await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    const elements = await inPage<number>(cdp, 'marqueeBench.elements()')
    return { heap: of('JSHeapUsedSize') / MB, nodes: of('Nodes'), elements }
  }
  const toForm = () => go(clicks.row, screens.form.visible)
  const back = () => go(clicks.back, screens.list.visible)
  const round = [
    toForm,
    back,
    () => go(clicks.soon, screens.soon.visible),
    () => go(clicks.list, screens.list.visible),
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

  const before = await heapSize()
  const first = { form: await toForm(), back: await back() }
  const again = await toAndFro()
  await slow(false)
  const fast = await toAndFro()
  for (const step of round) await step()
  const settled = await heapSize()
  for (let n = 0; n < NAVIGATIONS; n++) await round[n % round.length]!()
  return { first, again, fast, before, settled, after: await heapSize() }
}
