import { createHmac } from 'node:crypto'
import type { World } from './world.ts'

/** Posts bytes to `/hooks/whatsapp` itself, signed with its secret. @returns the status answered */
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
