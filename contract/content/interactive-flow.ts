import { z } from 'zod'
import { textOf } from '../bounds.ts'
import { bodyOf, Footer, Header } from './interactive-parts.ts'

const EMOJI = /\p{Emoji_Presentation}|\u{FE0F}/u

const Parameters = z
  .looseObject({
    flow_message_version: z.literal('3'),
    flow_id: z.string().min(1).optional(),
    flow_name: z.string().min(1).optional(),
    flow_cta: textOf(1, 30).refine((label) => !EMOJI.test(label), 'must not have emoji'),
    mode: z.enum(['draft', 'published']).optional(),
    flow_token: z.string().optional(),
    flow_action: z.enum(['navigate', 'data_exchange']).optional(),
    flow_action_payload: z
      .looseObject({
        screen: z.string().min(1).optional(),
        data: z.record(z.string(), z.unknown()).optional(),
      })
      .optional(),
  })
  .refine(({ flow_id, flow_name }) => (flow_id === undefined) !== (flow_name === undefined), {
    error: 'must have either flow_id or flow_name',
  })

/** A form that opens inside the chat. */
export const FlowMessage = z.looseObject({
  type: z.literal('flow'),
  header: Header.optional(),
  body: bodyOf(4096),
  footer: Footer.optional(),
  action: z.looseObject({ name: z.literal('flow'), parameters: Parameters }),
})
