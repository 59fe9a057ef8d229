import { useSave } from '#web/api/queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { notifications, type Notification } from '../contract.ts'

/** What takes back one that is not over yet: `word` is its button's, undefined where there is nothing to take back. */
export function cancelWord({ state, beginsIn }: Notification): 'Stop' | 'Cancel' | undefined {
  if (state === 'sending' || beginsIn !== null) return 'Stop'
  return state === 'scheduled' ? 'Cancel' : undefined
}

/** Cancels one that is scheduled, when it is asked; stops one that is on its way, at once. */
export function useCancel() {
  const cancel = useSave(notifications.cancel)
  const ask = async (of: Notification) => {
    const yes =
      cancelWord(of) === 'Stop' ||
      (await confirm({
        title: 'Cancel this notification?',
        text: `"${of.title}" will not be sent. It stays in the history.`,
        action: 'Cancel notification',
        cancel: 'Keep notification',
        danger: true,
      }))
    if (yes) cancel.mutate({ params: { id: of.id }, body: { version: of.version } })
  }
  return { ask, isBusy: (id: number) => cancel.isPending && cancel.variables.params.id === id }
}
