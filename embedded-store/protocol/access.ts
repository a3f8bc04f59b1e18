import { type Metadata, status } from '@grpc/grpc-js'
import { isMetaStream, metaStream, originalStream } from '../log/stream-name.ts'
import type { Reader } from '../storage/reader.ts'
import { ADMINISTRATORS, authenticate } from './authenticate.ts'
import { newestEvent } from './newest-event.ts'
import { METADATA_TYPE } from './recorded.ts'
import { RpcError } from './rpc-error.ts'

/** Refuses a call that the access control list of its stream does not allow. @throws RpcError access-denied */
export type Guard = (call: { readonly metadata: Metadata }, stream: string) => Promise<void>

/** A guard for each kind of access; null where access is not restricted. */
export type Guards = Readonly<Record<'reading' | 'writing' | 'deleting', Guard | null>>

type Right = '$r' | '$w' | '$d' | '$mr' | '$mw'

/** The right that a call on a metadata stream needs, by the right it would need on an ordinary one. */
const METADATA_RIGHTS = { $r: '$mr', $w: '$mw', $d: '$mw' } as const
const EVERYBODY = '$all'

/**
 * Guards by the `$acl` of a stream's metadata, and by the defaults in `$settings` for rights that it leaves out. A
 * caller who is not named there is refused.
 */
export function guardsOver(reader: () => Reader): Guards {
  const guard =
    (right: '$r' | '$w' | '$d'): Guard =>
    async ({ metadata }, stream) => {
      const principal = await authenticate(reader(), metadata)
      if (principal.includes(ADMINISTRATORS)) return
      const wanted = isMetaStream(stream) ? METADATA_RIGHTS[right] : right
      const named = await namesAllowed(reader(), originalStream(stream), wanted)
      if (![EVERYBODY, ...principal].some((name) => named.includes(name))) throw accessDenied()
    }
  return { reading: guard('$r'), writing: guard('$w'), deleting: guard('$d') }
}

async function namesAllowed(reader: Reader, stream: string, right: Right): Promise<unknown[]> {
  const own = await newestEvent(reader, metaStream(stream))
  const named = own?.type === METADATA_TYPE && namesInList(own.data.$acl, right)
  if (named) return named
  const isSystem = stream.startsWith('$')
  const defaults = (await newestEvent(reader, '$settings'))?.data
  const list = isSystem ? defaults?.$systemStreamAcl : defaults?.$userStreamAcl
  return namesInList(list, right) ?? [isSystem ? ADMINISTRATORS : EVERYBODY]
}

function namesInList(acl: unknown, right: Right): unknown[] | null {
  const named = { ...(acl as Partial<Record<Right, unknown>> | undefined) }[right]
  return named === undefined ? null : [named].flat()
}

export function accessDenied(): RpcError {
  return new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
}
