import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Whether a table is no wider than its frame. A frame that scrolls sideways is also what sticky heads stick to, so the
 * frame of a table that fits must not scroll: its heads stick to the page.
 */
export function useFits(): {
  readonly frame: RefObject<HTMLElement | null>
  readonly fits: boolean
} {
  const frame = useRef<HTMLElement>(null)
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const box = frame.current
    const content = box?.firstElementChild as HTMLElement | null | undefined
    if (!box || !content) return
    // The frame with its scroll bar: otherwise showing the bar could change the answer.
    const observer = new ResizeObserver(() => setFits(content.offsetWidth <= box.offsetWidth))
    for (const one of [box, content]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return { frame, fits }
}
