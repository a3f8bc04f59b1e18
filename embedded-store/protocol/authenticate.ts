import { type Metadata, status } from '@grpc/grpc-js'
import type { Reader } from '../storage/reader.ts'
import { newestEvent } from './newest-event.ts'
import { isPassword, type PasswordHash } from './password.ts'
import { RpcError } from './rpc-error.ts'

export type StoredUser = PasswordHash & {
  readonly loginName: string
  readonly fullName: string
  readonly groups: readonly string[]
  readonly disabled: boolean
}

/** The caller: the user's name and groups; empty for an anonymous call. */
export type Principal = readonly string[]

export const ADMINISTRATORS = '$admins'

/** The users of a new server, who have no streams. */
const BUILT_IN: readonly string[] = ['admin', 'ops']

export const userStream = (login: string) => `$user-${login}`

export async function storedUser(reader: Reader, login: string): Promise<StoredUser | null> {
  const newest = await newestEvent(reader, userStream(login))
  return newest && (newest.data as StoredUser)
}

/**
 * Reads who calls. A name without a user is accepted without a password: there is none to compare with.
 * @throws RpcError UNAUTHENTICATED for another password than the user's
 */
export async function authenticate(reader: Reader, metadata: Metadata): Promise<Principal> {
  const [scheme, token = ''] = String(metadata.get('authorization')[0] ?? '').split(' ')
  if (scheme !== 'Basic') return []
  const [name = '', ...password] = Buffer.from(token, 'base64').toString('utf8').split(':')
  if (BUILT_IN.includes(name)) return [name, ADMINISTRATORS]
  const user = await storedUser(reader, name)
  if (user === null) return [name]
  if (user.disabled || !(await isPassword(password.join(':'), user)))
    throw new RpcError(status.UNAUTHENTICATED, 'Not Authenticated')
  return [name, ...user.groups]
}
