import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../api/client.ts'
import { Failed } from './states.tsx'

type LaterProps<Loaded> = {
  readonly load: () => Promise<Loaded>
  /** `load` is called again when this changes. */
  readonly of?: string
  readonly placeholder: ComponentChildren
  readonly children: (loaded: Loaded) => ComponentChildren
}

/**
 * Shows what needs a file that is loaded on first use. A newer release has other files: if this one is gone, a button loads
 * the page again.
 */
export function Later<Loaded>({ load, of = '', placeholder, children }: LaterProps<Loaded>) {
  const [found, setFound] = useState<{ readonly loaded: Loaded } | 'lost' | null>(null)
  useEffect(() => {
    let isShown = true
    const show = (made: typeof found) => {
      if (isShown) setFound(made)
    }
    load().then(
      (loaded) => show({ loaded }),
      () => show('lost'),
    )
    return () => {
      isShown = false
    }
  }, [of])
  if (found === 'lost')
    return <Failed error={new ApiError(0, 'offline', '')} again={() => location.reload()} />
  return <>{found === null ? placeholder : children(found.loaded)}</>
}
