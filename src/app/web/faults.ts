import { screenAt } from '#contract/screen-at.ts'
import { features } from '../web-features.ts'
import { screens } from './screens.ts'

/**
 * Faults of these pages go to the features that keep them. What they are told with is fetched with the first of them:
 * nobody else needs it.
 */
export const reportFault = (thrown: unknown, componentStack = ''): void =>
  features.forEach(({ faults }) =>
    faults?.()
      .then((report) => report(thrown, componentStack, screenAt(screens, location.pathname)?.path ?? ''))
      .catch(() => {}),
  )
