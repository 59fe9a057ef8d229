/** Asked before something with unsaved typing is closed. True lets go. */
export type LeaveGuard = (() => boolean | Promise<boolean>) & {
  /** Whether the browser is to ask before the tab is closed or loaded anew. */
  isDirty?: () => boolean
}

/** Closes unless the guard objects. */
export const closing = (onClose: () => void, guard: LeaveGuard | undefined) => async () => {
  if (!guard || (await guard())) onClose()
}
