import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { part } from '../lazy.ts'

/** Input to a field before it was loaded. */
type Meanwhile = { hasFocus?: boolean; isPressed?: boolean; typed?: string }

/**
 * Field whose list is loaded on hover or focus. A closed look is shown until then, and input to it is repeated on the
 * loaded field. A failed load loses nothing and is repeated on the next hover or focus.
 * @param Closed has one input, like the field
 */
export function prefetchOnHover<P extends object>(
  fetchIt: () => Promise<ComponentType<P>>,
  Closed: ComponentType<P>,
): ComponentType<P> {
  const loaded = part(fetchIt)
  return function PrefetchOnHover(props: P) {
    const [Loaded, arrived] = useState(loaded.get)
    const box = useRef<HTMLDivElement>(null)
    const meanwhile = useRef<Meanwhile>({})
    useLayoutEffect(() => {
      if (Loaded && meanwhile.current.hasFocus) inputIn(box).focus({ preventScroll: true })
    }, [Loaded])
    // The field has been set up by then.
    useEffect(() => {
      if (Loaded && meanwhile.current.hasFocus) repeat(inputIn(box), meanwhile.current)
    }, [Loaded])
    // As a transition, so that no event's own update includes the swap: a swap between a press and its focus would lose
    // the focus.
    const come = () =>
      void loaded.load().then(
        (loaded) => startTransition(() => arrived(() => loaded)),
        () => undefined,
      )
    const note = (done: Meanwhile) => {
      come()
      meanwhile.current = { ...meanwhile.current, ...done }
    }
    return (
      <div
        ref={box}
        style={{ display: 'contents' }}
        {...(!Loaded && {
          onPointerOver: come,
          onFocus: () => note({ hasFocus: true }),
          onBlur: () => void (meanwhile.current = {}),
          // Because the press may end on the loaded field, which belongs to neither, the press counts from its start.
          onPointerDown: ({ button }) => button === 0 && note({ isPressed: true }),
          onPointerCancel: () => note({ isPressed: false }),
          onClick: () => note({ isPressed: true }),
          onInput: ({ target }: { target: EventTarget }) => note({ typed: (target as HTMLInputElement).value }),
          onKeyDown: (event: KeyboardEvent) => {
            if (!opens(event)) return
            event.preventDefault()
            note({ isPressed: true })
          },
        })}
      >
        {Loaded ? <Loaded {...props} /> : <Closed {...props} />}
      </div>
    )
  }
}

/** Attributes of a field whose list is closed. */
export const CLOSED = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const

/** Returns whether a key opens the list, like in Mantine: only arrows in a searchable field. */
const opens = ({ key, target }: KeyboardEvent) =>
  ['ArrowDown', 'ArrowUp'].includes(key) || ((target as HTMLInputElement).readOnly && ['Enter', ' '].includes(key))

const inputIn = ({ current: box }: RefObject<HTMLElement | null>) => box!.querySelector('input')!

function repeat(field: HTMLInputElement, { isPressed, typed }: Meanwhile) {
  if (typed !== undefined && typed !== field.value) {
    // Simulates typing, because React ignores values that it set itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (isPressed) field.click()
}
