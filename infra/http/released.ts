import { type HttpProblem, invalidInput } from './http-problem.ts'

/** What is answered where a connection is named whose number was released. @param instead what to do, or why not */
export function released(instead: string): HttpProblem {
  return invalidInput(`the connection was released and serves no number any more; ${instead}`)
}
