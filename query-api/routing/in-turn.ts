import type { ApiRoute } from '@recado/infra/http/api-route'
import { aside, tenantOf, whenClosed } from '@recado/infra/http/request-places'
import type { ServedDeps } from '../deps.ts'
import { ofAccount, type QueryInput } from './query-route.ts'

/** Makes an expensive read wait for its account's turn before it holds any resource. */
export function inTurn(route: ApiRoute<ServedDeps>): ApiRoute<ServedDeps> {
  return {
    ...route,
    handle: async (input, deps) => {
      const [tenant, onceGone] = [tenantOf(input), whenClosed(input.reply)]
      const leave = await aside(input, () => deps.turns.take(tenant, { onceGone }))
      return route.handle(input, deps).finally(leave)
    },
  }
}

/**
 * Makes reads whose cost grows with the rows that they count follow one another, account by account.
 * @param isCounting whether a request is such a read
 */
export function countingInTurn<Query>(
  route: ApiRoute<ServedDeps>,
  isCounting: (input: QueryInput<unknown, Query>, deps: ServedDeps) => boolean,
): ApiRoute<ServedDeps> {
  return {
    ...route,
    handle: async (request, deps) => {
      const input = ofAccount<unknown, Query>(request)
      if (!isCounting(input, deps)) return route.handle(request, deps)
      const onceGone = whenClosed(request.reply)
      const leave = await aside(request, () => deps.counts.take(input.account.id, { onceGone }))
      return route.handle(request, deps).finally(leave)
    },
  }
}
