import { cloneElement, useEffect, useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import styles from './Tip.module.css'

type Props = {
  /** Undefined: no tip. */
  label: string | undefined
  side?: 'top' | 'right'
  /** Button or link to explain; its description is the tip while shown. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

const SHOW_MS = 120
const HIDE_MS = 80
const GAP = 8

/** Text next to a hovered or focused element. Escape hides it, and the pointer can move onto it. */
export function Tip({ label, side = 'top', children }: Props) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [wanted, setWanted] = useState(false)
  const isOpen = wanted && Boolean(label)
  const turn = (on: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setWanted(on), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    if (!isOpen) return
    tip.current!.showPopover?.()
    place(anchor.current!.firstElementChild!, tip.current!, side)
  }, [isOpen, side, label])
  useEffect(() => {
    if (!isOpen) return
    const hide = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      setWanted(false)
    }
    addEventListener('keydown', hide)
    addEventListener('scroll', hide, true)
    return () => {
      removeEventListener('keydown', hide)
      removeEventListener('scroll', hide, true)
    }
  }, [isOpen])

  return (
    <span
      ref={anchor}
      className={styles.anchor}
      data-tip
      onPointerEnter={() => turn(true, SHOW_MS)}
      onPointerLeave={() => turn(false, HIDE_MS)}
      onFocus={({ target }) => target.matches(':focus-visible') && turn(true, 0)}
      onBlur={() => turn(false, 0)}
    >
      {cloneElement(children, isOpen ? { 'aria-describedby': id } : {})}
      {isOpen && (
        <span ref={tip} id={id} className={styles.tip} role="tooltip" popover="manual">
          {label}
        </span>
      )}
    </span>
  )
}

/** Places a tip above or to the right of its element; below where there is no room; always within the window. */
function place(thing: Element, tip: HTMLElement, side: 'top' | 'right') {
  const at = thing.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const above = at.top - height - GAP
  const top = side === 'right' ? at.top + (at.height - height) / 2 : above < GAP ? at.bottom + GAP : above
  const left = side === 'right' ? at.right + GAP : at.left + (at.width - width) / 2
  tip.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`
  tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`
}
