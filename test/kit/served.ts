import { eventually } from './eventually.ts'

type Answer = { readonly status: number } | { readonly statusCode: number } | number

/**
 * Repeats a call that a slow machine did not serve in time, as providers repeat posts and careful clients requests.
 * @returns the first answer other than 503
 */
export async function served<A extends Answer>(call: () => PromiseLike<A>): Promise<A> {
  const { answer } = await eventually(async () => {
    const answer = await call()
    return statusOf(answer) !== 503 && { answer }
  })
  return answer
}

function statusOf(answer: Answer): number {
  if (typeof answer === 'number') return answer
  return 'status' in answer ? answer.status : answer.statusCode
}
