import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionCredentialsReplaced } from './events.ts'

export type ReplaceCredentials = {
  connection_id: string
  /** Vault references of the new credentials, by name: token, app_secret. */
  secret_refs: Readonly<Record<string, string>>
  /** Whether hooks signed with the previous app secret are still accepted. */
  keep_previous: boolean
  /** Names of the addresses at which the app may post, that of a new secret first. Known addresses stay valid. */
  hooks?: readonly string[]
  at: string
}

/** Replaces the credentials named; the others stay. */
export const replaceCredentials: Decide<
  ReplaceCredentials,
  Connection,
  ConnectionCredentialsReplaced,
  'connection_not_found' | 'connection_released'
> = ({ connection_id, secret_refs: given, keep_previous, hooks: added = [], at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released) return refuse('connection_released')
  const { app_secret_previous: before, ...known } = state.secret_refs
  const previous = given.app_secret === undefined ? before : known.app_secret
  const kept =
    keep_previous && previous !== undefined ? { app_secret_previous: previous } : undefined
  const secret_refs = { ...known, ...given, ...kept }
  const hooks = added.length > 0 && { hooks: [...new Set([...added, ...state.hooks])] }
  const data = { connection_id, secret_refs, ...hooks, replaced_at: at }
  return [{ type: 'ConnectionCredentialsReplaced', data }]
}
