import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ServedDeps } from './deps.ts'
import { ofAccount } from './query-route.ts'

/** A route that reads much: it waits for its turn, by account, before it holds anything. */
export function inTurn(route: ApiRoute<ServedDeps>): ApiRoute<ServedDeps> {
  return {
    ...route,
    handle: async (input, deps) =>
      deps.turns.run(ofAccount(input).account.id, async () => route.handle(input, deps)),
  }
}
