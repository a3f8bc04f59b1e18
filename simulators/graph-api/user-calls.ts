import { randomBytes } from 'node:crypto'
import type { BusinessNumber } from './business-number.ts'
import { webhookOf } from './envelope.ts'
import type { Json } from './json.ts'
import { signedPost } from './signed-post.ts'
import type { Simulator } from './simulator.ts'
import { userAsShown } from './user-messages.ts'
import type { WhatsappUser } from './whatsapp-user.ts'

/** The fields of a control request that describe the user or the number rather than the call. */
type Calling = Json & { phone_number_id: string; name?: string; hide_phone?: boolean }

/** Makes a user (phone number or BSUID) call a number. All other fields are copied into the call. */
export function callAsUser(
  simulator: Simulator,
  number: BusinessNumber,
  from: string,
  calling: Calling,
): { id: string; user: WhatsappUser } {
  const { phone_number_id: _, name = 'Ana Reis', hide_phone, ...more } = calling
  const user = userAsShown(simulator, from, hide_phone === true, undefined)
  const call = {
    id: `wacid.${randomBytes(20).toString('base64')}`,
    ...(user.wa_id !== undefined && { from: user.wa_id }),
    from_user_id: user.user_id,
    to: number.display_phone_number,
    event: 'connect',
    direction: 'USER_INITIATED',
    timestamp: String(Math.floor(Date.now() / 1000)),
    ...more,
  }
  const contacts = [{ profile: { name }, ...user }]
  const body = webhookOf(number, 'calls', { contacts, calls: [call] })
  simulator.poster.post(signedPost(simulator, number.app_secret, body))
  return { id: call.id, user }
}
