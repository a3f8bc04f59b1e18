import { type Metadata, status } from '@grpc/grpc-js'
import { isMetaStream, metaStream, originalStream } from '../log/stream-name.ts'
import type { Reader } from '../storage/reader.ts'
import { newestEvent } from './newest-event.ts'
import { METADATA_TYPE } from './recorded.ts'
import { RpcError } from './rpc-error.ts'
import { ADMINISTRATORS, signedIn } from './signed-in.ts'

/** Refuses a call that the access control list of its stream does not allow. @throws RpcError access-denied */
export type Guard = (call: { readonly metadata: Metadata }, stream: string) => Promise<void>

/** A guard for each kind of access; null where access is not restricted. */
export type Guards = Readonly<Record<'reading' | 'writing' | 'deleting', Guard | null>>

type Right = '$r' | '$w' | '$d' | '$mr' | '$mw'

/** The right that a call on a metadata stream needs, by the right it would need on an ordinary one. */
const OF_METADATA = { $r: '$mr', $w: '$mw', $d: '$mw' } as const
const EVERYBODY = '$all'

/**
 * Guards by the `$acl` of a stream's metadata, and by the defaults in `$settings` for rights that it leaves out. A
 * caller who is not named there is refused.
 */
export function guardsOver(reader: () => Reader): Guards {
  const guard =
    (right: '$r' | '$w' | '$d'): Guard =>
    async ({ metadata }, stream) => {
      const principal = await signedIn(reader(), metadata)
      if (principal.includes(ADMINISTRATORS)) return
      const wanted = isMetaStream(stream) ? OF_METADATA[right] : right
      const named = await namedFor(reader(), originalStream(stream), wanted)
      if (![EVERYBODY, ...principal].some((name) => named.includes(name))) throw denied()
    }
  return { reading: guard('$r'), writing: guard('$w'), deleting: guard('$d') }
}

async function namedFor(reader: Reader, stream: string, right: Right): Promise<unknown[]> {
  const own = await newestEvent(reader, metaStream(stream))
  const named = own?.type === METADATA_TYPE && listIn(own.data.$acl, right)
  if (named) return named
  const isSystem = stream.startsWith('$')
  const defaults = (await newestEvent(reader, '$settings'))?.data
  const list = isSystem ? defaults?.$systemStreamAcl : defaults?.$userStreamAcl
  return listIn(list, right) ?? [isSystem ? ADMINISTRATORS : EVERYBODY]
}

function listIn(acl: unknown, right: Right): unknown[] | null {
  const named = { ...(acl as Partial<Record<Right, unknown>> | undefined) }[right]
  return named === undefined ? null : [named].flat()
}

export function denied(): RpcError {
  return new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
}
