import { z } from 'zod'
import { upTo } from '../bounds.ts'
import { ConnectionId, MessageId } from '../ids.ts'
import { Name, Phone } from '../kinds.ts'
import { MAX_TEXT_CHARACTERS } from '../limits.ts'

/** Body of POST /simulate/messages: a person writes to a number. */
export const SimulatedMessage = z.object({
  connection_id: ConnectionId.describe('The number that the person writes to.'),
  phone: Phone.describe('Phone of the person.'),
  name: Name.optional().describe('The profile name of the person.'),
  text: upTo(MAX_TEXT_CHARACTERS).min(1).describe('What the person writes.'),
})

/** Body of POST /simulate/status: a status of a message that was sent. */
export const SimulatedStatus = z.object({
  message_id: MessageId.describe('The message that the status is about.'),
  status: z.enum(['sent', 'delivered', 'read', 'failed']).describe('What WhatsApp reports of it.'),
  code: z.int().positive().max(999_999).optional().describe('Error code of a failed one.'),
})

/** Body of POST /simulate/pair: somebody scans the code of a number. */
export const SimulatedPairing = z.object({
  connection_id: ConnectionId,
  phone: Phone.optional().describe('Number of the WhatsApp that is linked; made up unless given.'),
})

/** Body of POST /simulate/fault: what goes wrong with the next sends of a number's provider. */
export const SimulatedFault = z
  .object({
    connection_id: ConnectionId,
    kind: z
      .enum(['error', 'http', 'timeout', 'reset', 'slow', 'failed_status'])
      .describe('What goes wrong; it says which of the fields below is needed.'),
    code: z
      .int()
      .positive()
      .max(999_999)
      .optional()
      .describe('For error and failed_status: the code of WhatsApp.'),
    status: z.int().min(400).max(599).optional().describe('For http: the status of the answer.'),
    ms: z
      .int()
      .min(1)
      .max(60_000)
      .optional()
      .describe('For slow: how late the answer comes, in milliseconds.'),
    accept: z
      .boolean()
      .optional()
      .describe('Whether a send without an answer is accepted nevertheless.'),
    count: z.int().min(1).max(100).optional().describe('Number of sends; 1 unless given.'),
  })
  .superRefine((fault, context) => {
    const needed = NEEDS[fault.kind]
    if (needed === undefined || fault[needed] !== undefined) return
    context.addIssue({ code: 'custom', path: [needed], message: `is required with ${fault.kind}` })
  })

const NEEDS: Readonly<Record<string, 'code' | 'status' | 'ms' | undefined>> = {
  error: 'code',
  failed_status: 'code',
  http: 'status',
  slow: 'ms',
}

export const Simulated = z
  .object({
    message_id: MessageId.nullable().describe(
      'The message whose trace shows it; null when it concerns no message yet.',
    ),
  })
  .describe('The result of the simulation.')
export type Simulated = z.infer<typeof Simulated>
