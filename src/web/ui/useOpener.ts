import { useId, useState, type KeyboardEvent } from 'react'

/** What opens at a button, and stands apart from it in the code: `id` is the beginning of its own and of its button's. */
export type Opened = { id: string; opened: boolean; button: HTMLElement | null; onChange: (opened: boolean) => void }

/** A button whose menu or popover is fetched when somebody comes near: what the button needs, and what it opens. */
export function useOpener(opens: 'menu' | 'dialog' | undefined, { load }: { load: () => Promise<unknown> }) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const [button, setButton] = useState<HTMLElement | null>(null)
  const onComing = () => void load().catch(() => undefined)
  return {
    opener: {
      ref: setButton as (element: HTMLElement | null) => void,
      id: `${id}-target`,
      'aria-haspopup': opens,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => setOpened(!opened),
      // What opens takes the focus a moment later, and Escape with it.
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') setOpened(false)
      },
      onPointerEnter: onComing,
      onFocus: onComing,
    },
    popup: { id, opened, button, onChange: setOpened } satisfies Opened,
  }
}
