import { z } from 'zod'
import { ProviderId } from '../kinds.ts'

export const Reaction = z.object({
  message_id: ProviderId.describe("The provider's id of the message that is reacted to."),
  emoji: z.string().max(64).describe('One emoji. An empty text removes the reaction.'),
})
export type Reaction = z.infer<typeof Reaction>
