import { useEffect, useState } from 'preact/hooks'

/** Does something every so often while somebody looks. */
export function useAgain(ms: number, act: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, act])
}

/** The time, told anew every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
