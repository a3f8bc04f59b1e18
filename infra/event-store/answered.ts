import { withTimeout } from '../concurrency/with-timeout.ts'
import { NoAnswer } from './client-fault.ts'

/** @throws NoAnswer when the promise takes longer than `timeoutMs` */
export function answered<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  return withTimeout(timeoutMs, promise, () => new NoAnswer(timeoutMs))
}
