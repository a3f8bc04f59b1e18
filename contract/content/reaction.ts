import { z } from 'zod'

/** An emoji on a message. */
export const Reaction = z.object({
  message_id: z.string().min(1).max(1024).describe('Provider message id reacted to.'),
  emoji: z.string().max(64).describe('An empty text takes the reaction back.'),
})
export type Reaction = z.infer<typeof Reaction>
