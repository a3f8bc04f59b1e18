import { type Metadata, status } from '@grpc/grpc-js'
import { isMetaStream, metaStream } from '../log/stream-name.ts'
import type { Reader } from '../storage/reader.ts'
import { METADATA_TYPE, TOMBSTONE } from './recorded.ts'
import { RpcError } from './rpc-error.ts'

/** Refuses a call that the access control list of its stream does not allow. @throws RpcError access-denied */
export type Guard = (call: { readonly metadata: Metadata }, stream: string) => Promise<void>

/** The users of a new server that may always do everything. */
const ADMINISTRATORS: readonly string[] = ['admin', 'ops']

const EVERYBODY = '$all'

/** Guards that look into the `$acl` of a stream's metadata; who is not named there is refused. */
export function guardsOver(reader: () => Reader): { reading: Guard; writing: Guard } {
  const guard =
    (key: '$r' | '$w'): Guard =>
    async ({ metadata }, stream) => {
      const user = userOf(metadata)
      if (ADMINISTRATORS.includes(user) || isMetaStream(stream)) return
      const named = await rolesOf(reader(), stream, key)
      if (named.length > 0 && !named.includes(user) && !named.includes(EVERYBODY)) throw denied()
    }
  return { reading: guard('$r'), writing: guard('$w') }
}

/** The name in the basic authorization of a call; empty for nobody. */
function userOf(metadata: Metadata): string {
  const [scheme, token = ''] = String(metadata.get('authorization')[0] ?? '').split(' ')
  if (scheme !== 'Basic') return ''
  return Buffer.from(token, 'base64').toString('utf8').split(':')[0] ?? ''
}

async function rolesOf(reader: Reader, stream: string, key: string): Promise<unknown[]> {
  const newest = { direction: 'backwards', from: TOMBSTONE, limit: 1 } as const
  const page = await reader.streamPage({ stream: metaStream(stream), ...newest })
  const event = page?.events[0]
  if (event?.type !== METADATA_TYPE) return []
  return [aclIn(event.data)[key] ?? []].flat()
}

function aclIn(data: Buffer): Record<string, unknown> {
  try {
    return { ...JSON.parse(data.toString('utf8')).$acl }
  } catch {
    return {}
  }
}

function denied(): RpcError {
  return new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
}
