import { z } from 'zod'
import { textOf } from '../bounds.ts'
import { typeField } from './by-type.ts'
import { bodyOf, Footer, Header } from './interactive-parts.ts'

const EMOJI = /\p{Emoji_Presentation}|\u{FE0F}/u

const Parameters = z
  .looseObject({
    flow_message_version: z.literal('3').describe("The version of the provider's format."),
    flow_id: z.string().min(1).optional().describe("The provider's id of the form."),
    flow_name: z.string().min(1).optional().describe('Instead of flow_id.'),
    flow_cta: textOf(1, 30)
      .refine((label) => !EMOJI.test(label), 'must not have emoji')
      .describe('What the button says that opens the form, without emoji.'),
    mode: z
      .enum(['draft', 'published'])
      .optional()
      .describe('Which state of the form is opened; published unless given.'),
    flow_token: z
      .string()
      .optional()
      .describe('A value of yours that comes back with the answers.'),
    flow_action: z
      .enum(['navigate', 'data_exchange'])
      .optional()
      .describe('Where the first screen comes from: the payload below, or your endpoint.'),
    flow_action_payload: z
      .looseObject({
        screen: z.string().min(1).optional().describe('The id of the first screen.'),
        data: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('What the first screen is filled with.'),
      })
      .optional()
      .describe('The first screen, with flow_action navigate.'),
  })
  .refine(({ flow_id, flow_name }) => (flow_id === undefined) !== (flow_name === undefined), {
    error: 'must have either flow_id or flow_name',
  })

/** A form that opens inside the chat. */
export const FlowMessage = z.looseObject({
  type: typeField('flow'),
  header: Header.optional(),
  body: bodyOf(4096),
  footer: Footer.optional(),
  action: z
    .looseObject({
      name: z.literal('flow').describe('Always flow.'),
      parameters: Parameters.describe('The form, and how it is opened.'),
    })
    .describe('What the button does.'),
})
