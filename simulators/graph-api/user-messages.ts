import { randomBytes } from 'node:crypto'
import type { PostedWebhook } from '../webhook-poster.ts'
import type { BusinessNumber } from './business-number.ts'
import { messagesWebhook } from './envelope.ts'
import { type Json, objectOf } from './json.ts'
import { signedPost } from './signed-post.ts'
import type { AcceptedMessage, Simulator } from './simulator.ts'
import { isBsuid, userOfPhone, type WhatsappUser } from './whatsapp-user.ts'

/** The fields of a control request that describe the user or the number rather than the message. */
type Writing = Json & {
  phone_number_id: string
  type?: string
  name?: string
  username?: string
  /** The user hides the phone number: only the user id is shown. */
  hide_phone?: boolean
  user_id?: string
}

export type UserMessage = { id: string; user: WhatsappUser; webhook: PostedWebhook }

/**
 * Makes a user (phone number or BSUID) write to a number. All fields that do not describe the user are copied into the
 * message, so any type and any future field can be tried.
 */
export async function writeAsUser(
  simulator: Simulator,
  number: BusinessNumber,
  from: string,
  writing: Writing,
): Promise<UserMessage> {
  const { phone_number_id, name = 'Ana Reis', username, hide_phone, user_id, ...content } = writing
  const user = userAsShown(simulator, from, hide_phone === true, user_id)
  const message = {
    ...(user.wa_id !== undefined && { from: user.wa_id }),
    from_user_id: user.user_id,
    id: `wamid.${randomBytes(30).toString('base64')}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    ...(await withMedium(simulator, phone_number_id, content)),
  }
  const profile = { name, ...(username !== undefined && { username }) }
  const body = messagesWebhook(number, { contacts: [{ profile, ...user }], messages: [message] })
  const webhook = simulator.poster.post(signedPost(simulator, number.app_secret, body))
  return { id: String(message.id), user, webhook }
}

/** With `reply` on, the recipient of a text quotes it once the statuses have gone out. */
export function replyLater(
  simulator: Simulator,
  number: BusinessNumber,
  message: AcceptedMessage,
  user: WhatsappUser,
): void {
  const { reply, statuses, status_delay_ms } = simulator.behaviour
  if (!reply || message.type !== 'text') return
  const writing = {
    phone_number_id: number.phone_number_id,
    text: { body: 'Recebi, obrigado!' },
    context: { from: number.display_phone_number, id: message.wamid },
  }
  const from = user.wa_id ?? user.user_id
  simulator.schedule.after(status_delay_ms * (statuses.length + 1), () => {
    void writeAsUser(simulator, number, from, writing)
  })
}

/** The user of a phone number or BSUID, as webhooks show it. */
export function userAsShown(
  { behaviour }: Simulator,
  from: string,
  hidden: boolean,
  userId: string | undefined,
): WhatsappUser {
  if (isBsuid(from)) return { user_id: from }
  const user = userOfPhone(from, behaviour.rewrite_ninth_digit)
  const user_id = userId ?? user.user_id
  return hidden || user.wa_id === undefined ? { user_id } : { wa_id: user.wa_id, user_id }
}

const MIME_TYPES: Record<string, string> = {
  image: 'image/png',
  sticker: 'image/webp',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
}

/** A PNG of one pixel, for media sent without data. */
const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Stores the bytes (`data`, base64) of a medium without an id, and gives it an id and a hash. */
async function withMedium(simulator: Simulator, numberId: string, content: Json): Promise<Json> {
  const type = String(content.type)
  const mimeType = MIME_TYPES[type]
  if (mimeType === undefined) return content
  const { data = ONE_PIXEL_PNG, ...medium } = objectOf(content[type])
  if (medium.id !== undefined) return content
  const bytes = Buffer.from(String(data), 'base64')
  const mime_type = String(medium.mime_type ?? mimeType)
  const { id, sha256 } = await simulator.media.add(numberId, mime_type, bytes)
  const hash = Buffer.from(sha256, 'hex').toString('base64')
  return { ...content, [type]: { ...medium, mime_type, sha256: hash, id } }
}
