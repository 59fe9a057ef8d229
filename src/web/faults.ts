/**
 * Faults of these pages go to the server's error log. What they are told with is fetched with the first of them: nobody
 * else needs it.
 */
export const tellFault = (thrown: unknown, componentStack = ''): void =>
  void import('./fault-report.ts').then(({ reportFault }) => reportFault(thrown, componentStack)).catch(() => {})

/** What no code of ours caught. */
export function watchFaults(): void {
  addEventListener('error', ({ error, message }) => tellFault(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => tellFault(reason))
}
