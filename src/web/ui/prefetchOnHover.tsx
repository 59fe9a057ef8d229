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

/** What was done to a field before it was there. */
type Meanwhile = { hasFocus?: boolean; isPressed?: boolean; typed?: string }

/**
 * A field whose list is fetched when somebody comes near it. Until it is here its closed look stands in; what is done to
 * that meanwhile is done to the field when it takes its place. Where it cannot be fetched nothing is lost: a list is
 * chosen from, and asked for again by the next who comes.
 * @param Closed has one input, as the field has
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
    // The field has set itself up by then.
    useEffect(() => {
      if (Loaded && meanwhile.current.hasFocus) repeat(inputIn(box), meanwhile.current)
    }, [Loaded])
    // As a transition, which no event's own update carries with it: a field that took its place between a press and the
    // focus that follows would never have that.
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
          // The press counts when it begins: one that ends on the field that has taken its place is none of either.
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

/** What a field says of its list while that is closed. */
export const CLOSED = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const

/** As Mantine's lists open by keys: one that is typed into, by arrows alone. */
const opens = ({ key, target }: KeyboardEvent) =>
  ['ArrowDown', 'ArrowUp'].includes(key) || ((target as HTMLInputElement).readOnly && ['Enter', ' '].includes(key))

const inputIn = ({ current: box }: RefObject<HTMLElement | null>) => box!.querySelector('input')!

function repeat(field: HTMLInputElement, { isPressed, typed }: Meanwhile) {
  if (typed !== undefined && typed !== field.value) {
    // As if typed: React looks for what it has not set itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (isPressed) field.click()
}
