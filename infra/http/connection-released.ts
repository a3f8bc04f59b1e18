import { type HttpProblem, invalidInput } from './http-problem.ts'

/** 422 for a connection whose number was released. @param instead what to do, or why it cannot be done */
export function connectionReleased(instead: string): HttpProblem {
  return invalidInput(`the connection was released and serves no number any more; ${instead}`)
}
