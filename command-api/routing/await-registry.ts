import { waitUntilReached } from '@recado/application/registry/wait-until-reached'
import type { Answer, ApiRoute } from '@recado/infra/http/api-route'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import type { CommandDeps } from '../deps.ts'

/**
 * Delays the answer to a write until this process's registry includes it, at most READ_YOUR_WRITES_MS: a new key works,
 * and a revoked one fails, as soon as the caller has the answer.
 */
export function awaitRegistry(route: ApiRoute<CommandDeps>): ApiRoute<CommandDeps> {
  return {
    ...route,
    async handle(input, deps) {
      const answer = await route.handle(input, deps)
      const position = answer instanceof HttpProblem ? undefined : positionOf(answer.headers)
      if (position !== undefined) await aside(input, () => awaitPosition(deps, position))
      return answer
    },
  }
}

/** Waits until this process's registry has reached a log position, at most READ_YOUR_WRITES_MS. */
export async function awaitPosition(
  { registry, config }: Pick<CommandDeps, 'registry' | 'config'>,
  position: bigint,
): Promise<void> {
  await waitUntilReached(registry, position, config.READ_YOUR_WRITES_MS)
}

function positionOf(headers: Answer['headers'] = {}): bigint | undefined {
  const position = headers['x-event-position']
  return typeof position === 'string' ? BigInt(position) : undefined
}
