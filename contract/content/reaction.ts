import { z } from 'zod'
import { ProviderId } from '../kinds.ts'

export const Reaction = z.object({
  message_id: ProviderId.describe('Provider message id reacted to.'),
  emoji: z.string().max(64).describe('An empty text removes the reaction.'),
})
export type Reaction = z.infer<typeof Reaction>
