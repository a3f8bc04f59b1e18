import { setTimeout as delay } from 'node:timers/promises'
import { HttpProblem } from '@recado/infra/http/http-problem'

/** null when the work was done in time, else why not. Work that is late goes on by itself. */
export async function inTime(work: Promise<void>, ms: number): Promise<Error | null> {
  const timer = new AbortController()
  const late = delay(ms, new Error(`the log did not answer within ${ms} ms`), timer)
  late.catch(() => undefined)
  try {
    return await Promise.race([work.then(() => null), late])
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    timer.abort()
  }
}

/** 503: nothing was taken, and the same POST is welcome in a moment. */
export function comeAgain(message: string): HttpProblem {
  const headers = { 'retry-after': '5' }
  return new HttpProblem(503, 'unavailable', `${message}; send the same again`, { headers })
}
