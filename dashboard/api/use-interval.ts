import { useEffect } from 'preact/hooks'

/** Calls `work` every `ms` milliseconds while the page is visible; null pauses it. */
export function useInterval(ms: number | null, work: () => void): void {
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => {
      if (!document.hidden) work()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, work])
}
