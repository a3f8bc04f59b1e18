import type { Found } from '@recado/contract/dashboard/find'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, call } from '../api/client.ts'

type Answer = { readonly data: readonly Found[] }

/** The pause in typing after which the search starts, ms. */
const TYPING_PAUSE_MS = 150

/** What is found by a name, or the error; nothing for an empty name. */
export function useFound(name: string) {
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [problem, setProblem] = useState<ApiError | null>(null)
  useEffect(() => {
    setFound(null)
    setProblem(null)
    if (name === '') return
    let isLate = false
    const search = async () => {
      try {
        const { data } = await call<Answer>('GET', `/find?q=${encodeURIComponent(name)}`)
        if (!isLate) setFound(data)
      } catch (error) {
        if (!isLate && error instanceof ApiError) setProblem(error)
      }
    }
    const timer = setTimeout(() => void search(), TYPING_PAUSE_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [name])
  return { found, problem }
}
