import type { Pairing } from '@recado/contract/dashboard/pairing'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, call } from './client.ts'
import { useInterval } from './use-interval.ts'

/** The state of a number's pairing, and since when its code is shown. It is not cached. */
export type WatchedPairing = {
  readonly state: Pairing | null
  readonly error: ApiError | null
  /** In the time of `performance.now()`. */
  readonly shownAt: number
  readonly reload: () => Promise<void>
}

const POLL_MS = 2_000
const PAIRED_POLL_MS = 10_000

/** Polls the pairing, one call at a time. */
export function usePairing(id: string): WatchedPairing {
  const [state, setState] = useState<Pairing | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [shownAt, setShownAt] = useState(0)
  const last = useRef<string | null>(null)
  const isLoading = useRef(false)
  const reload = useCallback(async () => {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const { data } = await call<{ data: Pairing }>('GET', `/connections/${id}/pairing`)
      if (data.qr !== last.current) setShownAt(performance.now())
      last.current = data.qr
      setState(data)
      setError(null)
    } catch (fault) {
      if (fault instanceof ApiError) setError(fault)
    } finally {
      isLoading.current = false
    }
  }, [id])
  useEffect(() => void reload(), [reload])
  const isPaired = state?.reason === 'paired' && state.status === 'connected'
  useInterval(isPaired ? PAIRED_POLL_MS : POLL_MS, reload)
  return { state, error, shownAt, reload }
}
