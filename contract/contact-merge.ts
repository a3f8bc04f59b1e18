import { CLAIMED_KINDS } from '@recado/domain/contact-identity/kinds'
import { z } from 'zod'
import { Contact } from './contact.ts'
import { ConnectionId, ContactId, StageId, Uuid } from './ids.ts'

const DryRun = z
  .boolean()
  .nullish()
  .describe('Only answers what would change. Null counts as left out.')

/** Body of POST /contacts/{id}/merge. */
export const MergeRequest = z.object({
  other_id: ContactId.describe('The contact that is the same person as the one of the path.'),
  dry_run: DryRun,
})
export type MergeRequest = z.output<typeof MergeRequest>

/** Body of POST /contacts/{id}/unmerge. */
export const UnmergeRequest = z.object({ dry_run: DryRun })

const MovedIdentity = z.object({
  kind: z
    .enum(CLAIMED_KINDS)
    .describe('The field of the contact; `lid` is the hidden id of a gateway.'),
  value: z.string().describe('As a caller or WhatsApp gave it.'),
})
export type MovedIdentity = z.infer<typeof MovedIdentity>

const pair = {
  survivor_id: Uuid.describe('The older contact, which continues.'),
  merged_id: Uuid.describe('The other one. While it is merged, its id leads to the survivor.'),
}
const counts = {
  conversations: z
    .int()
    .nonnegative()
    .describe('How many conversations change the person that they show.'),
  sales: z
    .int()
    .nonnegative()
    .describe('How many sales change the contact that they are shown on.'),
}

export const MergeChanges = z
  .object({
    ...pair,
    identities: z
      .array(MovedIdentity)
      .describe('By these, too, the survivor is found from then on; what it shows stays shown.'),
    name: z
      .string()
      .nullable()
      .describe('The name that the survivor, which has none, takes over; null when it has one.'),
    stage_id: StageId.nullable().describe(
      'The stage set by hand that the survivor, which has none, takes over; else null.',
    ),
    marketing: z
      .array(
        z.object({
          connection_id: ConnectionId,
          opted_out: z.boolean().describe('Whether the person wants no marketing messages there.'),
        }),
      )
      .describe('The later choices of the person about marketing, which the survivor takes over.'),
    restricted: z.boolean().describe('Whether the survivor becomes restricted.'),
    ...counts,
  })
  .meta({ id: 'MergeChanges', description: 'What a merge of two contacts changes.' })
export type MergeChanges = z.infer<typeof MergeChanges>

export const UnmergeChanges = z
  .object({
    ...pair,
    identities: z.array(MovedIdentity).describe('Those that the separated contact gets back.'),
    kept: z
      .array(MovedIdentity)
      .describe(
        'Those that it does not get back, because the survivor gave them up or others have them.',
      ),
    ...counts,
  })
  .meta({ id: 'UnmergeChanges', description: 'What the undoing of a merge changes.' })
export type UnmergeChanges = z.infer<typeof UnmergeChanges>

export const MergeAnswer = z.object({
  data: Contact.describe('The contact that the id of the path leads to after the call.'),
  changes: MergeChanges.nullable().describe('Null when the two were one contact already.'),
})

export const UnmergeAnswer = z.object({
  data: Contact.describe('The contact that the id of the path leads to after the call.'),
  changes: UnmergeChanges.nullable().describe('Null when this merge was undone already.'),
})
