/** Runs in the page before anything of it: keeps what the browser says of its painting and of its long tasks. */
{
  const seen = { fcp: 0, lcp: 0, largest: '', tasks: [] }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime, element, size }) => {
    seen.lcp = startTime
    seen.largest = `${element?.tagName.toLowerCase() ?? 'gone'} of ${size} px: ${element?.textContent.slice(0, 60) ?? ''}`
  })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))

  const isThere = (selector) =>
    new Promise((resolve) => {
      const look = () => (document.querySelector(selector) ? setTimeout(resolve) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    })

  globalThis.marqueeBench = {
    seen: () => seen,
    elements: () => document.querySelectorAll('*').length,
    /** Clicks on one element and waits for the frame that shows another; in ms. */
    async go(click, shown) {
      const target = document.querySelector(click)
      if (!target) throw new Error(`${location.pathname} has no ${click}`)
      const since = performance.now()
      target.click()
      await isThere(shown)
      return performance.now() - since
    },
  }
}
