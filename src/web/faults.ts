/** Reports uncaught errors. */
export function watchFaults(report: (thrown: unknown) => void): void {
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
