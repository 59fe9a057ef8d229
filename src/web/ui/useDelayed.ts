import { useEffect, useState } from 'react'

/** Becomes true when `waiting` has lasted for `ms`, so that short waits show no spinner. */
export function useDelayed(waiting: boolean, ms = 200): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!waiting) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), ms)
    return () => clearTimeout(timer)
  }, [waiting, ms])
  return waiting && lasted
}
