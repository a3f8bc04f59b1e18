import { withTimeout } from '../concurrency/with-timeout.ts'
import { NoAnswer } from './client-fault.ts'

/** What the store answers. @throws NoAnswer when it takes longer than `timeoutMs` */
export function answered<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  return withTimeout(timeoutMs, promise, () => new NoAnswer(timeoutMs))
}
