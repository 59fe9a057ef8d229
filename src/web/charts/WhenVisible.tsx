import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Chart.module.css'

/** How far below the window's edge a thing counts as near. */
const NEAR = '300px'

/** Draws, and so fetches, what it holds only when it comes near the window; its place is kept until then. */
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
      <p className={styles.unseen}>Not loaded yet: scroll down to it before printing.</p>
    </div>
  )
}
