import { SendAcknowledgement } from '@recado/contract/send'
import { z } from 'zod'
import { idempotencyHeader } from '../routing/idempotency-key.ts'

/** Enough for every native object. The log stores a send twice, and facts have a size limit. */
const MAX_SEND_BODY_BYTES = 256 * 1024

export const sendRoute = {
  method: 'POST',
  headers: idempotencyHeader(
    'A repeat with the same key and body gets the first answer, with `Idempotent-Replayed: true`, and sends nothing.',
  ),
  bodyLimit: MAX_SEND_BODY_BYTES,
  reply: { 202: z.object({ data: SendAcknowledgement }) },
  problems: [403, 404, 409, 422, 429],
} as const
