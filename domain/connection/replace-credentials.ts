import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionCredentialsReplaced } from './events.ts'

export type ReplaceCredentials = {
  connection_id: string
  /** Vault references of the credentials, by name: token, app_secret. One that is current already has its reference. */
  secret_refs: Readonly<Record<string, string>>
  /** Vault reference of the app secret that the new one was compared with; null when there was none. */
  compared_with: string | null
  /** Whether hooks signed with the previous app secret are still accepted. */
  keep_previous: boolean
  /** Names of the addresses at which the app may post, that of a new secret first. Known addresses stay valid. */
  hooks?: readonly string[]
  at: string
}

/**
 * Replaces the credentials named; the others stay. Nothing when all are current. Refused when the app secret was
 * compared with one that was replaced meanwhile: it may be the current one, and taking it for a new one would forget
 * the secret before it.
 */
export const replaceCredentials: Decide<
  ReplaceCredentials,
  Connection,
  ConnectionCredentialsReplaced,
  'connection_not_found' | 'connection_released' | 'secret_replaced'
> = (command, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released) return refuse('connection_released')
  const { secret_refs: given, compared_with, keep_previous, hooks: added = [] } = command
  const { app_secret_previous: before, ...known } = state.secret_refs
  const isNew = given.app_secret !== undefined && given.app_secret !== known.app_secret
  if (isNew && (known.app_secret ?? null) !== compared_with) return refuse('secret_replaced')
  const previous = isNew ? known.app_secret : before
  const kept =
    keep_previous && previous !== undefined ? { app_secret_previous: previous } : undefined
  const secret_refs = { ...known, ...given, ...kept }
  const hooks = [...new Set([...added, ...state.hooks])]
  if (isSame(secret_refs, state.secret_refs) && isSame(hooks, state.hooks)) return []
  const named = added.length > 0 && { hooks }
  const { connection_id, at } = command
  const data = { connection_id, secret_refs, ...named, replaced_at: at }
  return [{ type: 'ConnectionCredentialsReplaced', data }]
}

/** Whether two objects have the same fields, or two lists the same items at the same places. */
function isSame(one: object, other: object): boolean {
  const known = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return (
    entries.length === known.size && entries.every(([name, value]) => known.get(name) === value)
  )
}
