import { useId, useState, type KeyboardEvent } from 'react'

/** Popup with a button elsewhere in the code; `id` is the prefix of both ids. */
export type Opened = { id: string; opened: boolean; button: HTMLElement | null; onChange: (opened: boolean) => void }

/** Button whose menu or popover is loaded on hover or focus: returns the properties of the button and of the popup. */
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
      // The popup takes the focus, and with it Escape, slightly later.
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') setOpened(false)
      },
      onPointerEnter: onComing,
      onFocus: onComing,
    },
    popup: { id, opened, button, onChange: setOpened } satisfies Opened,
  }
}
