import { z } from 'zod'
import { upTo } from './bounds.ts'
import { CreatedAt, StageId } from './ids.ts'

const NAMED = 'What the team calls it.'

const Name = upTo(40, z.string().trim()).min(1).describe(NAMED)

const COLOURED = 'Its colour in the funnel, hexadecimal.'

const Color = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a hexadecimal colour such as #5b9bd9')

export const Stage = z
  .object({
    id: StageId,
    name: z.string().describe(NAMED),
    position: z.int().nonnegative().describe('Place in the funnel, from 0.'),
    color: z.string().describe(COLOURED),
    auto_kind: z
      .enum(['new', 'engaged', 'won'])
      .nullable()
      .describe(
        'Contacts of this kind are on this stage, unless somebody has put them on another one.',
      ),
    created_at: CreatedAt,
  })
  .meta({ id: 'Stage', description: 'A stage of the sales funnel.' })
export type Stage = z.infer<typeof Stage>

/** Body of POST /stages. */
export const NewStage = z.object({
  name: Name,
  color: Color.optional().describe(`${COLOURED} #5b9bd9 unless given.`),
})

/** Body of PATCH /stages/{id}: at least one field. */
export const StageChanges = z
  .object({
    name: Name.optional(),
    color: Color.optional().describe(COLOURED),
    position: z
      .number()
      .optional()
      .describe(
        'Place in the funnel, from 0. A fraction is cut, below 0 is the first place, beyond the end the last one.',
      ),
  })
  .refine(
    ({ name, color, position }) =>
      name !== undefined || color !== undefined || position !== undefined,
    'must have at least one of name, color, position',
  )
