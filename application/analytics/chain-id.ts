import { isUuid } from '@recado/infra/is-uuid'
import { uuidV5 } from '@recado/infra/uuid-v5'

/** Namespace of ids that clients chose for their requests. */
const REQUEST_NAMESPACE = 'b7a1f6c2-3d0e-4f5b-9a86-2c1d0e9f8a74'

/** Replaces a request id that a client chose, which may name a person, by a computed uuid; a uuid stays. */
export function chainId(id: string): string {
  return isUuid(id) ? id : uuidV5(REQUEST_NAMESPACE, id)
}
