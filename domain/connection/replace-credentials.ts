import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionCredentialsReplaced } from './events.ts'

export type ReplaceCredentials = {
  connection_id: string
  /** Vault references of the new ones, by name: token, app_secret. */
  secret_refs: Readonly<Record<string, string>>
  /** Whether hooks signed with the app secret before this one are still believed. */
  keep_previous: boolean
  /** Where the app may post from now on, the address of a new secret first; those known stay beside them. */
  hooks?: readonly string[]
  at: string
}

/** The provider gave new credentials. Those not named stay. */
export const replaceCredentials: Decide<
  ReplaceCredentials,
  Connection,
  ConnectionCredentialsReplaced,
  'connection_not_found' | 'connection_released'
> = ({ connection_id, secret_refs: given, keep_previous, hooks: posted = [], at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released) return refuse('connection_released')
  const { app_secret_previous: before, ...known } = state.secret_refs
  const previous = given.app_secret === undefined ? before : known.app_secret
  const kept =
    keep_previous && previous !== undefined ? { app_secret_previous: previous } : undefined
  const secret_refs = { ...known, ...given, ...kept }
  const hooks = posted.length > 0 && { hooks: [...new Set([...posted, ...state.hooks])] }
  const data = { connection_id, secret_refs, ...hooks, replaced_at: at }
  return [{ type: 'ConnectionCredentialsReplaced', data }]
}
