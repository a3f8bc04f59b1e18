import type { Caller, RouteInput } from '@recado/infra/http/api-route'

/** The session of a request. @throws when a route of the dashboard was reached without one */
export function signedInBy({
  caller,
}: Pick<RouteInput, 'caller'>): NonNullable<Caller['signedIn']> {
  if (caller?.signedIn) return caller.signedIn
  throw new Error('a route of the dashboard was reached without a session')
}
