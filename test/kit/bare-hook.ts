import { served } from './served.ts'
import { signedByMeta } from './signed.ts'
import type { World } from './world.ts'

/** Posts a body to `/hooks/whatsapp`, the hook without an id, signed with this secret, until it is served. @returns the status */
export async function postBareHook(world: World, secret: string, body: string): Promise<number> {
  const posted = { method: 'POST', url: '/hooks/whatsapp', ...signedByMeta(secret, body) } as const
  return (await served(() => world.product().commandApp.inject(posted))).statusCode
}
