import { createHmac } from 'node:crypto'
import type { World } from './world.ts'

/** Posts a body to `/hooks/whatsapp`, the hook without an id, signed with this secret. @returns the status */
export async function postBareHook(world: World, secret: string, body: string): Promise<number> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const answer = await world.product().commandApp.inject({
    method: 'POST',
    url: '/hooks/whatsapp',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    payload: body,
  })
  return answer.statusCode
}
