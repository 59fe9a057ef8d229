/** When the frame that is being made has been painted; at once where nobody looks, as nothing is painted then. */
export const painted = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
