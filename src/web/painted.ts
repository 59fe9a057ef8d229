/** Resolves after the next paint, or immediately in a hidden tab, which is not painted. */
export const painted = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
