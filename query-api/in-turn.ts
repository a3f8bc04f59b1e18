import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ServedDeps } from './deps.ts'
import { ofAccount } from './query-route.ts'

/** Makes an expensive read wait for its account's turn before it holds any resource. */
export function inTurn(route: ApiRoute<ServedDeps>): ApiRoute<ServedDeps> {
  return {
    ...route,
    handle: async (input, deps) =>
      deps.turns.run(ofAccount(input).account.id, async () => route.handle(input, deps)),
  }
}
