import { setTimeout as delay } from 'node:timers/promises'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'

/**
 * Answers when this process's registry knows what was written, at most READ_YOUR_WRITES_MS later: an account's
 * new key works, and a revoked one does not, as soon as the operator hears of it.
 */
export function awaitRegistry(route: ApiRoute<CommandDeps>): ApiRoute<CommandDeps> {
  return {
    ...route,
    async handle(input, deps) {
      const answer = await route.handle(input, deps)
      const position = answer instanceof HttpProblem ? undefined : positionOf(answer.headers)
      if (position !== undefined) await reached(deps, position)
      return answer
    },
  }
}

function positionOf(headers: Readonly<Record<string, string>> = {}): bigint | undefined {
  const position = headers['x-event-position']
  return position === undefined ? undefined : BigInt(position)
}

async function reached({ registry, config }: CommandDeps, position: bigint): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([
    registry.reached(position),
    delay(config.READ_YOUR_WRITES_MS, undefined, { signal: timeout.signal }).catch(() => {}),
  ])
  timeout.abort()
}
