/** Asked before something with unsaved values is closed; true: close. */
export type LeaveGuard = (() => boolean | Promise<boolean>) & {
  /** Whether the browser asks before the tab is closed or reloaded. */
  isDirty?: () => boolean
}

/** Closes unless the guard objects. */
export const closing = (onClose: () => void, guard: LeaveGuard | undefined) => async () => {
  if (!guard || (await guard())) onClose()
}
