import type { Caller, RouteInput } from '@recado/infra/http/api-route'

/** A user and the session in which the user is signed in. */
export type SignedInAs = NonNullable<Caller['signedIn']>

/** The session of a request. @throws when a route of the dashboard was reached without one */
export function requireSession({ caller }: Pick<RouteInput, 'caller'>): SignedInAs {
  if (caller?.signedIn) return caller.signedIn
  throw new Error('a route of the dashboard was reached without a session')
}
