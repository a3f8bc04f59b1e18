import { useEffect } from 'preact/hooks'

/** Does something every so often while the page is looked at; null: not now. */
export function useEvery(ms: number | null, work: () => void): void {
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => {
      if (!document.hidden) work()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, work])
}
