/** Tells what no code of ours caught. */
export function watchFaults(report: (thrown: unknown) => void): void {
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
