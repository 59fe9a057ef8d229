/** Runs in the page before anything of it: keeps what the browser says of its painting and of its long tasks. */
{
  const seen = { fcp: 0, lcp: 0, largest: '', tasks: [], presses: [] }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime, element, size }) => {
    seen.lcp = startTime
    seen.largest = `${element?.tagName.toLowerCase() ?? 'gone'} of ${size} px: ${element?.textContent.slice(0, 60) ?? ''}`
  })
  // A press has several events: the longest is how long the next paint took.
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries())
      if (interactionId)
        seen.presses.push([
          interactionId,
          duration,
          `${name} ${target?.ariaLabel ?? target?.textContent?.slice(0, 40) ?? 'gone'}`,
        ])
  }).observe({ type: 'event', durationThreshold: 16 })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))

  const once = (isSo) =>
    new Promise((resolve) => {
      const look = () => (isSo() ? setTimeout(resolve) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    })
  const textOf = (selector) => document.querySelector(selector)?.textContent

  async function clicked(click, isSo) {
    const target = document.querySelector(click)
    if (!target) throw new Error(`${location.pathname} has no ${click}`)
    const since = performance.now()
    target.click()
    await once(isSo)
    return performance.now() - since
  }

  globalThis.marqueeBench = {
    seen: () => seen,
    forgetPresses: () => void (seen.presses = []),
    /** Each with its longest event. */
    presses() {
      const longest = new Map()
      for (const [id, ms, what] of seen.presses) if (ms > (longest.get(id)?.ms ?? 0)) longest.set(id, { ms, what })
      return [...longest.values()]
    },
    /** Whether the worker keeps all that this page has fetched of the application. */
    async isStored() {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      const stored = new Set(all.flat().map(({ url }) => url))
      const fetched = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
      return navigator.serviceWorker.controller !== null && fetched.every(({ name }) => stored.has(name))
    },
    elements: () => document.querySelectorAll('*').length,
    /** Clicks on one element and waits for the frame that shows another; in ms. */
    go: (click, visible) => clicked(click, () => document.querySelector(visible)),
    /** Clicks and waits for the frame in which something says other words; in ms. */
    change(click, visible) {
      const before = textOf(visible)
      return clicked(click, () => textOf(visible) !== before)
    },
  }
}
