import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Chart.module.css'

/** Distance below the window's edge that counts as near. */
const NEAR = '300px'

/** Renders its children, and so fetches their data, only near the window; the place is reserved until then. */
export function WhenVisible({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: NEAR,
      },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [isNear])
  return isNear ? (
    children
  ) : (
    <div ref={place} className={styles.place}>
      <p className={styles.unseen}>Not loaded yet. Scroll down to it before printing.</p>
    </div>
  )
}
