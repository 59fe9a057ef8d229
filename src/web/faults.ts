/** Tells what no code of ours caught. */
export function watchFaults(tell: (thrown: unknown) => void): void {
  addEventListener('error', ({ error, message }) => tell(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
